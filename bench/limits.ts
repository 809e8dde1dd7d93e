import type { Bench, Organization, Service } from './support/bench.ts';
import type { Figure, Pace } from './support/figure.ts';
import { compare, median, type Comparison } from './support/load.ts';
import { makeQuotes } from './support/requests.ts';

/** Counted, but never refused. */
const UNREACHABLE = { RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_TEST: '1000000' };

const STORES = [
  { store: 'memory', floor: 0.95 },
  { store: 'redis', floor: 0.85 },
];

/** Two processes of the same code differ by up to a tenth, as the compiler happens to treat them: so several pairs. */
const PAIRS = 4;

/** What counting costs a read, beside the same read of a service that doesn't count. On Redis when `REDIS_URL` names one. */
export async function limits(
  bench: Bench,
  service: Service,
  organization: Organization,
  pace: Pace,
): Promise<Figure[]> {
  const [id] = await makeQuotes(service.url, organization, 1);
  const path = `/api/v1/quotes/${id}`;
  const figures: Figure[] = [];
  for (const { store, floor } of STORES) {
    const { REDIS_URL } = process.env;
    if (store === 'redis' && !REDIS_URL) continue;
    const counting = { ...UNREACHABLE, RATE_LIMIT_STORE: store };
    const env = store === 'redis' ? { ...counting, REDIS_URL: REDIS_URL! } : counting;
    const pairs: Comparison[] = [];
    while (pairs.length < PAIRS) pairs.push(await pair(bench, env, path, organization, pace));
    const ratio = median(pairs.map((comparison) => comparison.ratio));
    figures.push({
      name: `GET one quote counted in ${store} ÷ uncounted`,
      reach: `≥ ${floor}`,
      met: ratio >= floor,
      value: ratio,
      unit: 'ratio',
      measured: median(pairs.map(({ measured }) => measured)),
      baseline: median(pairs.map(({ baseline }) => baseline)),
      rounds: pairs.map(({ rounds }) => rounds),
    });
  }
  return figures;
}

/** A fresh process that counts beside a fresh one that does not. */
async function pair(
  bench: Bench,
  env: Record<string, string>,
  path: string,
  { headers }: Organization,
  pace: Pace,
): Promise<Comparison> {
  const [counted, uncounted] = [await bench.service(env), await bench.service()];
  const load = (url: string) => ({ url: url + path, headers });
  const comparison = await compare(load(counted.url), load(uncounted.url), pace);
  await Promise.all([counted.stop(), uncounted.stop()]);
  return comparison;
}
