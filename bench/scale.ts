import type { Bench, Organization, Service } from './support/bench.ts';
import type { Figure, Pace } from './support/figure.ts';
import { compare } from './support/load.ts';
import type { RecordedStatement } from './support/record-sql.ts';
import { makeQuotes } from './support/requests.ts';

const SMALL = 1_000;
const LARGE = 1_000_000;
const PAGE = 20;
const FAR_PAGE = 1_000;
const CEILING = 1.2;
const LIST = `/api/v1/quotes?limit=${PAGE}`;

/** Whether reads stay as fast when the table grows, and whether their plans do. @throws when a plan reads a whole table */
export async function scale(
  bench: Bench,
  service: Service,
  organization: Organization,
  pace: Pace,
): Promise<Figure[]> {
  const other = await bench.database('small');
  const owner = await bench.organization(other);
  const smallService = await bench.service(other);
  const [smallId] = await makeQuotes(smallService.url, owner, 1);
  await bench.copyQuotes(smallId!, SMALL, other);
  const [largeId] = await makeQuotes(service.url, organization, 1);
  await bench.copyQuotes(largeId!, LARGE);

  const one = await slowdown(
    `GET one quote at ${LARGE} rows ÷ at ${SMALL}`,
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
  const far = await slowdown(
    `page ${FAR_PAGE} of a list at ${LARGE} rows ÷ page 1`,
    { url: `${service.url}${LIST}&${cursor}`, headers: organization.headers },
    { url: service.url + LIST, headers: organization.headers },
    pace,
  );
  const paths = [`/api/v1/quotes/${largeId}`, LIST, `${LIST}&${cursor}`, `${LIST}&customer_id=7&${cursor}`];
  for (const path of paths) await checkPlans(bench, organization, path);
  return [far, one];
}

/** How much longer the first takes than the second. */
async function slowdown(
  name: string,
  first: { url: string; headers: Record<string, string> },
  second: { url: string; headers: Record<string, string> },
  pace: Pace,
): Promise<Figure> {
  const { ratio, measured, baseline, rounds } = await compare(first, second, pace);
  const value = 1 / ratio;
  return {
    name,
    reach: `≤ ${CEILING}`,
    met: value <= CEILING,
    value,
    unit: 'ratio',
    measured,
    baseline,
    rounds,
  };
}

async function checkPlans(bench: Bench, organization: Organization, path: string): Promise<void> {
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
