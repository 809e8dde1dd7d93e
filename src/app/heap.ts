import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Makes V8 release memory that only startup needed; by itself V8 keeps about 60 MB of it while idle. Blocks the event
 * loop for a moment, so it runs before the first request.
 */
export function trimHeap(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Garbage in the old space, in percent of live data, before V8 collects; V8's default allows several times as much. */
const HEAP_GROWTH_PERCENT = 25;
/**
 * The new space doubles until it reaches this size, so it stays below twice this; V8's default is 32 MB, held twice.
 */
const MAX_NEW_SPACE_BYTES = 8 * 1_048_576;

/**
 * Makes V8 collect earlier instead of taking more memory, for workers, where latency does not matter. The size of the
 * new space is fixed at startup, but its growth factor is not. With 1 it stops growing. With 2 it grows again after V8
 * has shrunk it.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  let growth = 2;
  new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!;
    const factor = space.space_used_size + space.space_available_size < MAX_NEW_SPACE_BYTES ? 2 : 1;
    if (factor !== growth) setFlagsFromString(`--semi-space-growth-factor=${factor}`);
    growth = factor;
  }).observe({ entryTypes: ['gc'] });
}
