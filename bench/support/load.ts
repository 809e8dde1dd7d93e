import autocannon from 'autocannon';

export const CONNECTIONS = 32;
/** Rounds until V8 has compiled the hot code. */
export const WARM_UP_ROUNDS = 3;

export interface Load {
  url: string;
  method?: autocannon.Request['method'];
  headers?: Record<string, string>;
  body?: string;
  /** Changes each request before it is sent, e.g. to give it its own key. */
  prepareRequest?: (request: autocannon.Request) => autocannon.Request;
}

/**
 * Returns the requests per second of one round.
 * @throws if any response is not a success, because the figure would be meaningless
 */
export async function measureThroughput(
  { prepareRequest: each, ...load }: Load,
  seconds: number,
): Promise<number> {
  const result = await autocannon({
    ...load,
    connections: CONNECTIONS,
    duration: seconds,
    ...(each && { requests: [{ setupRequest: each }] }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${load.url}: ${result.non2xx} failures, ${result.errors} errors of ${result.requests.total}`,
    );
  }
  return result.requests.total / result.duration;
}

export interface Comparison {
  /** Medians over the rounds, in requests per second. */
  measured: number;
  baseline: number;
  /** The median of the rounds' ratios: noise of the machine affects both sides of a round alike. */
  ratio: number;
  rounds: [number, number][];
}

/** Compares two servers under the same load in alternating rounds. The first rounds warm up and are dropped. */
export async function compare(
  measured: Load,
  baseline: Load,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Comparison> {
  const taken: [number, number][] = [];
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const pair: [number, number] = [
      await measureThroughput(measured, seconds),
      await measureThroughput(baseline, seconds),
    ];
    if (round >= 0) taken.push(pair);
  }
  return {
    measured: median(taken.map(([first]) => first)),
    baseline: median(taken.map(([, second]) => second)),
    ratio: median(taken.map(([first, second]) => first / second)),
    rounds: taken,
  };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
