import type { BaselineRead } from './support/baseline-read.ts';
import type { Bench, BenchOrganization, BenchService } from './support/bench.ts';
import type { Measurement, RoundSettings } from './support/measurement.ts';
import { compare } from './support/load.ts';
import { createQuotes } from './support/requests.ts';

const ONE = 'GET one quote ÷ bare';
const LIST = 'GET a list of 20 quotes ÷ bare';
const MIN_RATIOS = { [ONE]: 0.6, [LIST]: 0.5 };
/** Headers that Node itself sets for each response. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** Measures the two hot reads relative to a bare server that runs the same statement and sends the same bytes. */
export async function benchmarkReads(
  bench: Bench,
  service: BenchService,
  organization: BenchOrganization,
  pace: RoundSettings,
): Promise<Measurement[]> {
  const [id] = await createQuotes(service.url, organization, 40);
  return [
    await compareRead(bench, service, organization, ONE, `/api/v1/quotes/${id}`, pace),
    await compareRead(bench, service, organization, LIST, '/api/v1/quotes?limit=20', pace),
  ];
}

async function compareRead(
  bench: Bench,
  service: BenchService,
  organization: BenchOrganization,
  name: typeof ONE | typeof LIST,
  path: string,
  pace: RoundSettings,
): Promise<Measurement> {
  const floor = MIN_RATIOS[name];
  const bare = await bench.startBaseline(
    'support/baseline-read.ts',
    await buildBaselineRead(bench, organization, path),
  );
  const { headers } = organization;
  const { ratio, measured, baseline, rounds } = await compare(
    { url: service.url + path, headers },
    { url: bare.url + path, headers },
    pace,
  );
  await bare.stop();
  return {
    name,
    reach: `≥ ${floor}`,
    met: ratio >= floor,
    value: ratio,
    unit: 'ratio',
    measured,
    baseline,
    rounds,
  };
}

/** Builds the read that the service makes once the key is known. @throws if the service runs more than one statement */
async function buildBaselineRead(
  bench: Bench,
  organization: BenchOrganization,
  path: string,
): Promise<BaselineRead> {
  const { statements, headers, body } = await bench.record(organization, { path });
  const [statement] = statements;
  if (statements.length !== 1 || !statement?.name) {
    throw new Error(`GET ${path} ran ${statements.length} statements, not one prepared one`);
  }
  return { ...statement, name: statement.name, headers: pickServiceHeaders(headers), body };
}

/** Returns the headers that the service set. Node sets the others in either server. */
export function pickServiceHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name)));
}
