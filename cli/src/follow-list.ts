import { isTransient } from './errors.js';
import type { LadingError } from '@lading/sdk';

const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
const TIMEOUT_MS = 15_000;
/** Records get their time when their transaction begins and appear when it ends: each look goes a little back, */
const LOOK_BACK_MS = 5_000;
/** and every so many looks as far as no transaction of the service lasts. */
const LONG_LOOK_BACK_MS = 60_000;
const LONG_LOOK_EVERY = 10;

interface ListedRecord {
  id: string | number;
}

/** A list of the API, newest first, that is narrowed by when its records were created. */
export type ListFunction<T> = (
  query: { limit?: number; 'created[gte]'?: string },
  options: { signal: AbortSignal; retries: number; timeout: number },
) => PromiseLike<{ data: T[] }> & AsyncIterable<T>;

export interface FollowOptions<T> {
  list: ListFunction<T>;
  createdAt: (record: T) => string;
  signal: AbortSignal;
  /** Once the past is known: whatever comes into being from here on is told. */
  onReady: () => void;
  /** Told once when the service is away, and with null when it is back. */
  onConnectionChange: (error: LadingError | null) => void;
}

/**
 * What comes to stand in a list, oldest first, each record once, until the signal: asked for again and again on the one
 * connection that is kept open. What appeared while the service, or the way to it, was away is caught up with.
 */
export async function* followList<T extends ListedRecord>({
  list,
  createdAt,
  signal,
  onReady: ready,
  onConnectionChange: trouble,
}: FollowOptions<T>): AsyncGenerator<T, void, undefined> {
  const options = { signal, retries: 0, timeout: TIMEOUT_MS };
  const told = new Map<T['id'], number>();
  const created = (record: T) => Date.parse(createdAt(record));
  let newest: number | undefined;

  const look = async (backMs: number): Promise<T[]> => {
    const since = newest === undefined ? {} : { 'created[gte]': new Date(newest - backMs).toISOString() };
    const fresh: T[] = [];
    for await (const record of list(since, options)) if (!told.has(record.id)) fresh.push(record);
    for (const record of fresh) {
      told.set(record.id, created(record));
      newest = Math.max(newest ?? 0, created(record));
    }
    for (const [id, time] of told) if (time < newest! - 2 * LONG_LOOK_BACK_MS) told.delete(id);
    return fresh.reverse();
  };

  const [last] = (await list({ limit: 1 }, options)).data;
  if (last) {
    newest = created(last);
    await look(LONG_LOOK_BACK_MS);
  }
  ready();
  for (let round = 1, failures = 0; !signal.aborted; round++) {
    await sleep(Math.min(PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal);
    if (signal.aborted) return;
    try {
      const fresh = await look(
        round % LONG_LOOK_EVERY === 0 || failures > 0 ? LONG_LOOK_BACK_MS : LOOK_BACK_MS,
      );
      if (failures > 0) trouble(null);
      failures = 0;
      yield* fresh;
    } catch (error) {
      if (signal.aborted) return;
      if (!isTransient(error)) throw error;
      if (failures++ === 0) trouble(error);
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
