import type { Bench, BenchOrganization, BenchService } from './support/bench.ts';
import type { Measurement, RoundSettings } from './support/measurement.ts';
import { compare, median, type Comparison } from './support/load.ts';
import { createQuotes } from './support/requests.ts';

/** High limits: requests are counted but never rejected. */
const UNREACHABLE_LIMITS = { RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_TEST: '1000000' };

const STORES = [
  { store: 'memory', floor: 0.95 },
  { store: 'redis', floor: 0.85 },
];

/** Several pairs, because two processes of the same code differ by up to a tenth, depending on the JIT compiler. */
const PAIR_COUNT = 4;

/**
 * Measures a read with rate limits relative to the same read of a service without them. Uses Redis if `REDIS_URL` is
 * set.
 */
export async function benchmarkRateLimits(
  bench: Bench,
  service: BenchService,
  organization: BenchOrganization,
  pace: RoundSettings,
): Promise<Measurement[]> {
  const [id] = await createQuotes(service.url, organization, 1);
  const path = `/api/v1/quotes/${id}`;
  const figures: Measurement[] = [];
  for (const { store, floor } of STORES) {
    const { REDIS_URL } = process.env;
    if (store === 'redis' && !REDIS_URL) continue;
    const counting = { ...UNREACHABLE_LIMITS, RATE_LIMIT_STORE: store };
    const env = store === 'redis' ? { ...counting, REDIS_URL: REDIS_URL! } : counting;
    const pairs: Comparison[] = [];
    while (pairs.length < PAIR_COUNT) pairs.push(await comparePair(bench, env, path, organization, pace));
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

/** Compares a new process that counts requests with a new one that does not. */
async function comparePair(
  bench: Bench,
  env: Record<string, string>,
  path: string,
  { headers }: BenchOrganization,
  pace: RoundSettings,
): Promise<Comparison> {
  const [counted, uncounted] = [await bench.startService(env), await bench.startService()];
  const load = (url: string) => ({ url: url + path, headers });
  const comparison = await compare(load(counted.url), load(uncounted.url), pace);
  await Promise.all([counted.stop(), uncounted.stop()]);
  return comparison;
}
