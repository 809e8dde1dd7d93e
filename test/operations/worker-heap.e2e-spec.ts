import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { buildService } from '../support/build-if-stale.js';

interface Heap {
  /** The most megabytes that V8 had taken for new objects. */
  young: number;
  /** The same when there was work again after V8 had made that space small. */
  youngAgain: number;
  /** How often it had collected those that live longer. */
  collections: number;
}

/** What is taken by work that is like a worker's: so many things live at a time, beside much that stays. */
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

describe('the heap of a worker', () => {
  it('has half the room for new objects that V8 would take, also after it had taken all of it away', () => {
    // By itself V8 is content with less now and then.
    const byItself = [1, 2, 3].map(() => measureHeap(BY_ITSELF, 150_000).young);
    expect(Math.max(...byItself)).toBeGreaterThan(32);
    const { young, youngAgain } = measureHeap(SMALL, 150_000);
    expect(young).toBeLessThanOrEqual(32);
    expect(youngAgain).toBeLessThanOrEqual(32);
    expect(youngAgain).toBeGreaterThanOrEqual(16);
  });

  it('is collected when V8 would still let garbage lie', () => {
    const [left, small] = [measureHeap(BY_ITSELF, 600_000), measureHeap(SMALL, 600_000)];
    expect(small.collections).toBeGreaterThan(left.collections);
  });
});
