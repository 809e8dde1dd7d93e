import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

interface IdSequence {
  counts: Map<string, number>;
  isOpen: boolean;
}

const sequenceStorage = new AsyncLocalStorage<IdSequence>();

/** An id that is drawn by lot, e.g. `evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99`. */
export function newId(prefix: string): string {
  const count = sequenceStorage.getStore();
  if (!count?.isOpen) return `${prefix}_${randomUUID().replaceAll('-', '')}`;
  const n = (count.counts.get(prefix) ?? 0) + 1;
  count.counts.set(prefix, n);
  return buildSequentialId(prefix, n);
}

/** The id that is drawn as the nth of its kind while ids are counted. */
export function buildSequentialId(prefix: string, n: number): string {
  return `${prefix}_${String(n).padStart(32, '0')}`;
}

/** Counts ids in `work` instead of drawing them, so that they are known beforehand. What outlasts it draws again. */
export async function withSequentialIds<T>(work: () => Promise<T>): Promise<T> {
  const count: IdSequence = { counts: new Map(), isOpen: true };
  try {
    return await sequenceStorage.run(count, work);
  } finally {
    count.isOpen = false;
  }
}
