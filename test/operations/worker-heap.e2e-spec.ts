import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { buildService } from '../support/build-if-stale.js';

interface Heap {
  /** The maximum megabytes of V8's young generation. */
  young: number;
  /** The same for new work after V8 has shrunk the young generation. */
  youngAgain: number;
  /** The number of collections of the old generation. */
  collections: number;
}

/** Measures the heap of work like a worker's: `living` objects at a time, beside many permanent ones. */
function measureHeap(prepare: string, living: number): Heap {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { constants, PerformanceObserver } from 'node:perf_hooks';
    import { setImmediate as turn } from 'node:timers/promises';
    import { limitHeapGrowth, trimHeap } from ${JSON.stringify(buildService('app/heap.js'))};
    const stays = Array.from({ length: 500_000 }, (_, n) => ({ n }));
    trimHeap();
    ${prepare}
    const size = () => {
      const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
      return Math.round(space.space_size / 1_048_576);
    };
    let collections = 0;
    new PerformanceObserver((list) => {
      collections += list.getEntries().filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
    }).observe({ entryTypes: ['gc'] });
    const alive = [];
    const work = async () => {
      let most = 0;
      for (let round = 0; round < 5_000; round++) {
        for (let n = 0; n < 200; n++) alive[(round * 200 + n) % ${living}] = { round, text: 'text ' + n };
        await turn();
        most = Math.max(most, size());
      }
      return most;
    };
    const result = { young: await work(), collections, stays: stays.length };
    trimHeap();
    console.log(JSON.stringify({ ...result, youngAgain: await work() }));
  `;
  const args = ['--max-semi-space-size=32', '--input-type=module', '-e', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Heap;
}

const BY_ITSELF = '';
const SMALL = 'limitHeapGrowth();';

describe('the V8 heap of a worker', () => {
  it("has half of V8's default young generation, also after shrinking to the minimum", () => {
    // By default V8 sometimes takes less.
    const byItself = [1, 2, 3].map(() => measureHeap(BY_ITSELF, 150_000).young);
    expect(Math.max(...byItself)).toBeGreaterThan(32);
    const { young, youngAgain } = measureHeap(SMALL, 150_000);
    expect(young).toBeLessThanOrEqual(32);
    expect(youngAgain).toBeLessThanOrEqual(32);
    expect(youngAgain).toBeGreaterThanOrEqual(16);
  });

  it('is collected more often than by default', () => {
    const [left, small] = [measureHeap(BY_ITSELF, 600_000), measureHeap(SMALL, 600_000)];
    expect(small.collections).toBeGreaterThan(left.collections);
  });
});
