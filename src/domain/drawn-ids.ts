import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

interface Count {
  drawn: Map<string, number>;
  open: boolean;
}

const counting = new AsyncLocalStorage<Count>();

/** An id that is drawn by lot, e.g. `evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99`. */
export function drawnId(prefix: string): string {
  const count = counting.getStore();
  if (!count?.open) return `${prefix}_${randomUUID().replaceAll('-', '')}`;
  const n = (count.drawn.get(prefix) ?? 0) + 1;
  count.drawn.set(prefix, n);
  return countedId(prefix, n);
}

/** The id that is drawn as the nth of its kind while ids are counted. */
export function countedId(prefix: string, n: number): string {
  return `${prefix}_${String(n).padStart(32, '0')}`;
}

/** Counts ids in `work` instead of drawing them, so that they are known beforehand. What outlasts it draws again. */
export async function withCountedIds<T>(work: () => Promise<T>): Promise<T> {
  const count: Count = { drawn: new Map(), open: true };
  try {
    return await counting.run(count, work);
  } finally {
    count.open = false;
  }
}
