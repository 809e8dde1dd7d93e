import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Has V8 give back what the start took and nobody needs any more: by itself it would keep 60 MB of it until there is
 * work. Takes a moment in which nothing else happens, so it is for who serves nobody yet.
 */
export function trimHeap(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Garbage that may lie among what lives long, in percent of it, before V8 collects. By itself it lets several times it lie. */
const HEAP_GROWTH_PERCENT = 25;
/** The room for new objects doubles until it is this large, so it ends below twice this. By itself: 32 MB, held twice. */
const MAX_NEW_SPACE_BYTES = 8 * 1_048_576;

/**
 * For a process that nobody waits for, a worker: has V8 collect where it would take more memory. The room for new objects
 * can only be set before Node starts, but how it grows may change at any time: no more once it is large enough, and as
 * ever after V8 has taken it away from a process at rest.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  let growth = 2;
  new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!;
    const wanted = space.space_used_size + space.space_available_size < MAX_NEW_SPACE_BYTES ? 2 : 1;
    if (wanted !== growth) setFlagsFromString(`--semi-space-growth-factor=${wanted}`);
    growth = wanted;
  }).observe({ entryTypes: ['gc'] });
}
