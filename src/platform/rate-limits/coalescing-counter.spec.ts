import { describe, expect, it } from '@jest/globals';
import { CoalescingCounter } from './coalescing-counter.js';

/** Returns a counter whose counts settle on `answer()` or `fail()`, and the counts it requested. */
function store(): {
  together: CoalescingCounter<number>;
  asked: [string, number][];
  answer: () => void;
  fail: () => void;
} {
  const totals = new Map<string, number>();
  const asked: [string, number][] = [];
  const open: {
    id: string;
    points: number;
    resolve: (total: number) => void;
    reject: (error: Error) => void;
  }[] = [];
  const together = new CoalescingCounter<number>((id, points) => {
    asked.push([id, points]);
    return new Promise((resolve, reject) => open.push({ id, points, resolve, reject }));
  });
  return {
    together,
    asked,
    answer() {
      const { id, points, resolve } = open.shift()!;
      totals.set(id, (totals.get(id) ?? 0) + points);
      resolve(totals.get(id)!);
    },
    fail: () => open.shift()!.reject(new Error('away')),
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('CoalescingCounter', () => {
  it('counts a key once at a time and batches the increments that wait', async () => {
    const { together, asked, answer } = store();
    const first = together.increment('a');
    await turn();
    const later = [together.increment('a'), together.increment('a'), together.increment('a')];
    await turn();
    expect(asked).toEqual([['a', 1]]);
    answer();
    expect(await first).toEqual({ counted: 1, behind: 0 });
    await turn();
    expect(asked).toEqual([
      ['a', 1],
      ['a', 3],
    ]);
    answer();
    // The first of the three was the second of all.
    expect((await Promise.all(later)).map(({ counted, behind }) => counted - behind)).toEqual([2, 3, 4]);
  });

  it('counts different keys concurrently', async () => {
    const { together, asked } = store();
    void together.increment('a');
    void together.increment('b');
    await turn();
    expect(asked).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('rejects every increment of a failed count and counts the next one', async () => {
    const { together, asked, answer, fail } = store();
    const failed = Promise.allSettled([together.increment('a'), together.increment('a')]);
    await turn();
    const next = together.increment('a');
    fail();
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await turn();
    answer();
    expect(await next).toEqual({ counted: 1, behind: 0 });
    expect(asked).toHaveLength(2);
  });
});
