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

/** Shows `watch`, and whoever watches already, every call that `work` makes through `callOut`, wherever it is made. */
export function watchCalls<T>(watch: Watch, work: () => Promise<T>): Promise<T> {
  const outer = watches.getStore();
  const both: Watch = (call) => {
    watch(call);
    outer?.(call);
  };
  return watches.run(both, work);
}

/** Tells whoever watches. */
export function tellOf(call: WatchedCall): void {
  watches.getStore()?.(call);
}
