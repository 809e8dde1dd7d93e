import { AsyncLocalStorage } from 'node:async_hooks';

/** One call as it was sent and answered, credentials included: whoever keeps it redacts it first. */
export interface WatchedCall {
  method: string;
  url: string;
  request: string;
  /** Null when there was no answer. */
  status: number | null;
  answer: string;
  durationMs: number;
  /** Why there was no sensible answer. */
  fault: string | null;
}

type Watch = (call: WatchedCall) => void;

const watches = new AsyncLocalStorage<Watch>();

/** Shows `watch` every call that `work` makes through `callOut`, wherever it is made. */
export function watchCalls<T>(watch: Watch, work: () => Promise<T>): Promise<T> {
  return watches.run(watch, work);
}

/** Tells whoever watches. */
export function tellOf(call: WatchedCall): void {
  watches.getStore()?.(call);
}
