import type { BareRead } from './support/bare-read.ts';
import type { Bench, Organization, Service } from './support/bench.ts';
import type { Figure, Pace } from './support/figure.ts';
import { compare } from './support/load.ts';
import { makeQuotes } from './support/requests.ts';

const ONE = 'GET one quote ÷ bare';
const LIST = 'GET a list of 20 quotes ÷ bare';
const FLOORS = { [ONE]: 0.6, [LIST]: 0.5 };
/** Set anew for each answer by Node itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** The two hot reads beside a bare server that runs the same statement and sends the same bytes. */
export async function reads(
  bench: Bench,
  service: Service,
  organization: Organization,
  pace: Pace,
): Promise<Figure[]> {
  const [id] = await makeQuotes(service.url, organization, 40);
  return [
    await read(bench, service, organization, ONE, `/api/v1/quotes/${id}`, pace),
    await read(bench, service, organization, LIST, '/api/v1/quotes?limit=20', pace),
  ];
}

async function read(
  bench: Bench,
  service: Service,
  organization: Organization,
  name: typeof ONE | typeof LIST,
  path: string,
  pace: Pace,
): Promise<Figure> {
  const floor = FLOORS[name];
  const bare = await bench.bare('support/bare-read.ts', await workOf(bench, organization, path));
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

/** What the service does for the request, once the key is known. @throws when it is more than one statement */
async function workOf(bench: Bench, organization: Organization, path: string): Promise<BareRead> {
  const { statements, headers, body } = await bench.record(organization, { path });
  const [statement] = statements;
  if (statements.length !== 1 || !statement?.name) {
    throw new Error(`GET ${path} ran ${statements.length} statements, not one prepared one`);
  }
  return { ...statement, name: statement.name, headers: sentHeaders(headers), body };
}

/** The headers that the service set; Node sets the others in either server. */
export function sentHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name)));
}
