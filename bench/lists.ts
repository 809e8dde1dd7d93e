import type { Bench } from './support/bench.ts';
import type { Measurement, RoundSettings } from './support/measurement.ts';
import type { Load } from './support/load.ts';
import { callApi, createQuotes } from './support/requests.ts';
import { RARE_CARRIER, SEARCH_WORDS } from './support/copy-rows.ts';

const PAGE = '/api/v1/freight?limit=20';
/** The largest ratio between two runs of the same page that lets the other figures count. */
const MAX_DRIFT = 1.25;
const MAX_RATIO = { equal: 1.2, range: 3, search: 3 };

/** Measures each kind of filter on a list of `rows` rows, relative to its first page without a filter. */
export async function benchmarkLists(
  bench: Bench,
  pace: RoundSettings,
  rows: number,
): Promise<Measurement[]> {
  const env = await bench.createDatabase('lists');
  const organization = await bench.createOrganization(env);
  // Without background jobs, which would process a million shipments.
  const service = await bench.startService({ ...env, PROCESS_ROLE: 'api' });
  const [quote] = await createQuotes(service.url, organization, 1);
  const draft = await callApi<{ id: number; carrier: { scac: string } }>(
    service.url,
    organization,
    'POST',
    '/api/v1/freight',
    JSON.stringify({ quote_id: quote }),
  );
  await bench.copyFreight(draft.id, rows, env);

  const load = (filter: string): Load => ({
    url: encodeURI(service.url + PAGE + filter),
    headers: organization.headers,
  });
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const cases: [name: string, filter: string, kind: keyof typeof MAX_RATIO][] = [
    ['carrier that all have', `&carrier=${draft.carrier.scac}`, 'equal'],
    ['carrier that 20 have', `&carrier=${RARE_CARRIER}`, 'equal'],
    ['created in the older half', `&created[lt]=${day(175)}`, 'range'],
    ['created on a day long ago', `&created[gte]=${day(175)}&created[lt]=${day(174)}`, 'range'],
    ['created in a year without any', `&created[lt]=2020-01-01`, 'range'],
    ['picked up in a week long ago', `&pickup_date[gte]=${day(175)}&pickup_date[lt]=${day(168)}`, 'range'],
    ['q that all have', `&q=${SEARCH_WORDS.each}`, 'search'],
    ['q that 1 % have', `&q=${SEARCH_WORDS.in100}`, 'search'],
    ['q that 0.1 % have', `&q=${SEARCH_WORDS.in1000}`, 'search'],
    ['q that five have', `&q=${SEARCH_WORDS.in200000}`, 'search'],
    ['q that none has', '&q=nowhere-at-all', 'search'],
  ];
  const turns = 20 * pace.rounds;
  const unfiltered = async (): Promise<number> => (await measureInTurns(load(''), load(''), turns))[0];
  await unfiltered();
  const first = await unfiltered();
  const figures: Measurement[] = [];
  for (const [at, [name, filter, kind]] of cases.entries()) {
    if (at === 6) figures.push(checkDrift('in the middle', await unfiltered(), first));
    const [measured, baseline] = await measureInTurns(load(filter), load(''), turns);
    figures.push(toMeasurement(`${name} ÷ unfiltered`, measured, baseline, 0, MAX_RATIO[kind]));
  }
  figures.push(checkDrift('last', await unfiltered(), first));
  await service.stop();
  return figures;
}

/** Compares the reference page with its first measurement. */
function checkDrift(when: string, measured: number, first: number): Measurement {
  return toMeasurement(`unfiltered ${when} ÷ first`, measured, first, 1 / MAX_DRIFT, MAX_DRIFT);
}

function toMeasurement(
  name: string,
  measured: number,
  baseline: number,
  least: number,
  most: number,
): Measurement {
  const value = measured / baseline;
  return {
    name: `page 1 of the list, ${name}`,
    reach: least > 0 ? `${least} to ${most}` : `≤ ${most}`,
    met: value >= least && value <= most,
    value,
    unit: 'ratio',
    measured: 1_000 / measured,
    baseline: 1_000 / baseline,
    rounds: [],
  };
}

/**
 * Measures the two loads alternately, one request at a time. Returns the lower quartile of each, in milliseconds, which
 * other processes disturb least.
 */
async function measureInTurns(measured: Load, baseline: Load, turns: number): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    times[0].push(await timeRequest(measured));
    times[1].push(await timeRequest(baseline));
  }
  const quarter = (of: number[]): number => of.sort((a, b) => a - b)[Math.floor(of.length / 4)]!;
  return [quarter(times[0]), quarter(times[1])];
}

async function timeRequest({ url, headers }: Load): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { headers: headers! });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} → ${response.status}: ${text}`);
  return performance.now() - start;
}
