import type { Bench, BenchOrganization, BenchService } from './support/bench.ts';
import type { Measurement, RoundSettings } from './support/measurement.ts';
import { compare } from './support/load.ts';
import type { RecordedStatement } from './support/record-sql.ts';
import { createQuotes } from './support/requests.ts';

const SMALL_ROWS = 1_000;
const LARGE_ROWS = 1_000_000;
const PAGE = 20;
const FAR_PAGE = 1_000;
const MAX_RATIO = 1.2;
const LIST = `/api/v1/quotes?limit=${PAGE}`;

/** Checks that reads stay as fast, and keep their plans, when the table grows. @throws if a plan reads a whole table */
export async function benchmarkScale(
  bench: Bench,
  service: BenchService,
  organization: BenchOrganization,
  pace: RoundSettings,
): Promise<Measurement[]> {
  const other = await bench.createDatabase('small');
  const owner = await bench.createOrganization(other);
  const smallService = await bench.startService(other);
  const [smallId] = await createQuotes(smallService.url, owner, 1);
  await bench.copyQuotes(smallId!, SMALL_ROWS, other);
  const [largeId] = await createQuotes(service.url, organization, 1);
  await bench.copyQuotes(largeId!, LARGE_ROWS);

  const one = await measureSlowdown(
    `GET one quote at ${LARGE_ROWS} rows ÷ at ${SMALL_ROWS}`,
    { url: `${service.url}/api/v1/quotes/${largeId}`, headers: organization.headers },
    { url: `${smallService.url}/api/v1/quotes/${smallId}`, headers: owner.headers },
    pace,
  );
  await smallService.stop();
  const { rows } = await bench.sql.query<{ id: string }>(
    `SELECT id FROM quotes WHERE organization_id = $1 AND status = 'active' ORDER BY id DESC OFFSET $2 LIMIT 1`,
    [organization.id, PAGE * (FAR_PAGE - 1) - 1],
  );
  const cursor = `starting_after=${rows[0]!.id}`;
  const far = await measureSlowdown(
    `page ${FAR_PAGE} of a list at ${LARGE_ROWS} rows ÷ page 1`,
    { url: `${service.url}${LIST}&${cursor}`, headers: organization.headers },
    { url: service.url + LIST, headers: organization.headers },
    pace,
  );
  const paths = [`/api/v1/quotes/${largeId}`, LIST, `${LIST}&${cursor}`, `${LIST}&customer_id=7&${cursor}`];
  for (const path of paths) await checkPlans(bench, organization, path);
  return [far, one];
}

/** Returns the ratio of the first duration to the second. */
async function measureSlowdown(
  name: string,
  first: { url: string; headers: Record<string, string> },
  second: { url: string; headers: Record<string, string> },
  pace: RoundSettings,
): Promise<Measurement> {
  const { ratio, measured, baseline, rounds } = await compare(first, second, pace);
  const value = 1 / ratio;
  return {
    name,
    reach: `≤ ${MAX_RATIO}`,
    met: value <= MAX_RATIO,
    value,
    unit: 'ratio',
    measured,
    baseline,
    rounds,
  };
}

async function checkPlans(bench: Bench, organization: BenchOrganization, path: string): Promise<void> {
  const { statements } = await bench.record(organization, { path });
  for (const { text, values } of statements as RecordedStatement[]) {
    const { rows } = await bench.sql.query<{ 'QUERY PLAN': unknown }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      values,
    );
    const plan = JSON.stringify(rows);
    if (/"Node Type":"(Seq Scan|Sort|Incremental Sort)"/.test(plan)) throw new Error(`${path}: ${plan}`);
  }
}
