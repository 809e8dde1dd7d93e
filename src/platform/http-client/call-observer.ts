import { AsyncLocalStorage } from 'node:async_hooks';

/** One call as it was sent and answered, credentials included: whoever keeps it redacts it first. */
export interface ObservedCall {
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

type CallObserver = (call: ObservedCall) => void;

const observers = new AsyncLocalStorage<CallObserver>();

/** Shows `watch`, and whoever watches already, every call that `work` makes through `callOut`, wherever it is made. */
export function observeCalls<T>(watch: CallObserver, work: () => Promise<T>): Promise<T> {
  const outer = observers.getStore();
  const both: CallObserver = (call) => {
    watch(call);
    outer?.(call);
  };
  return observers.run(both, work);
}

/** Tells whoever watches. */
export function notifyObserver(call: ObservedCall): void {
  observers.getStore()?.(call);
}
