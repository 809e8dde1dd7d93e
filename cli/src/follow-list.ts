import { isTransient } from './errors.js';
import type { LadingError } from '@lading/sdk';

const POLL_MS = 1_000;
const MAX_BACKOFF_MS = 5_000;
const TIMEOUT_MS = 15_000;
/**
 * A record gets its timestamp when its transaction starts and becomes visible when it commits. So each poll also reads
 * the records of the last seconds, and every tenth poll reads back longer than any transaction of the service lasts.
 */
const OVERLAP_MS = 5_000;
const LONG_OVERLAP_MS = 60_000;
const LONG_OVERLAP_EVERY = 10;

interface ListedRecord {
  id: string | number;
}

/** A list endpoint that returns the newest record first and filters by creation time. */
export type ListFunction<T> = (
  query: { limit?: number; 'created[gte]'?: string },
  options: { signal: AbortSignal; retries: number; timeout: number },
) => PromiseLike<{ data: T[] }> & AsyncIterable<T>;

export interface FollowOptions<T> {
  list: ListFunction<T>;
  createdAt: (record: T) => string;
  signal: AbortSignal;
  /** Called once. Records created after this call are yielded. */
  onReady: () => void;
  /** Called with the error when the service becomes unreachable, and with null when it responds again. */
  onConnectionChange: (error: LadingError | null) => void;
}

/**
 * Yields each new record of a list once, oldest first, until the signal aborts. Polls over one keep-alive connection.
 * After an outage it yields the records that appeared meanwhile.
 */
export async function* followList<T extends ListedRecord>({
  list,
  createdAt,
  signal,
  onReady,
  onConnectionChange,
}: FollowOptions<T>): AsyncGenerator<T, void, undefined> {
  const options = { signal, retries: 0, timeout: TIMEOUT_MS };
  const seen = new Map<T['id'], number>();
  const created = (record: T) => Date.parse(createdAt(record));
  let newest: number | undefined;

  const poll = async (overlapMs: number): Promise<T[]> => {
    const since = newest === undefined ? {} : { 'created[gte]': new Date(newest - overlapMs).toISOString() };
    const fresh: T[] = [];
    for await (const record of list(since, options)) if (!seen.has(record.id)) fresh.push(record);
    for (const record of fresh) {
      seen.set(record.id, created(record));
      newest = Math.max(newest ?? 0, created(record));
    }
    for (const [id, time] of seen) if (time < newest! - 2 * LONG_OVERLAP_MS) seen.delete(id);
    return fresh.reverse();
  };

  const [last] = (await list({ limit: 1 }, options)).data;
  if (last) {
    newest = created(last);
    await poll(LONG_OVERLAP_MS);
  }
  onReady();
  for (let round = 1, failures = 0; !signal.aborted; round++) {
    await sleep(Math.min(POLL_MS * 2 ** failures, MAX_BACKOFF_MS), signal);
    if (signal.aborted) return;
    try {
      const needsLongOverlap = round % LONG_OVERLAP_EVERY === 0 || failures > 0;
      const fresh = await poll(needsLongOverlap ? LONG_OVERLAP_MS : OVERLAP_MS);
      if (failures > 0) onConnectionChange(null);
      failures = 0;
      yield* fresh;
    } catch (error) {
      if (signal.aborted) return;
      if (!isTransient(error)) throw error;
      if (failures++ === 0) onConnectionChange(error);
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
