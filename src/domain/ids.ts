import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

interface IdSequence {
  counts: Map<string, number>;
  isOpen: boolean;
}

const sequenceStorage = new AsyncLocalStorage<IdSequence>();

/** Returns a random id such as `evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99`; a sequential one inside `withSequentialIds`. */
export function newId(prefix: string): string {
  const sequence = sequenceStorage.getStore();
  if (!sequence?.isOpen) return `${prefix}_${randomUUID().replaceAll('-', '')}`;
  const n = (sequence.counts.get(prefix) ?? 0) + 1;
  sequence.counts.set(prefix, n);
  return buildSequentialId(prefix, n);
}

/** Returns the nth id of a prefix inside `withSequentialIds`. */
export function buildSequentialId(prefix: string, n: number): string {
  return `${prefix}_${String(n).padStart(32, '0')}`;
}

/** Makes the ids drawn in `work` predictable. Calls that outlive `work` draw random ids again. */
export async function withSequentialIds<T>(work: () => Promise<T>): Promise<T> {
  const sequence: IdSequence = { counts: new Map(), isOpen: true };
  try {
    return await sequenceStorage.run(sequence, work);
  } finally {
    sequence.isOpen = false;
  }
}
