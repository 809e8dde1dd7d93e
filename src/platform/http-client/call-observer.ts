import { AsyncLocalStorage } from 'node:async_hooks';

/** An outbound call and its response, credentials included: redact it before storing it. */
export interface ObservedCall {
  method: string;
  url: string;
  request: string;
  status: number | null;
  answer: string;
  durationMs: number;
  fault: string | null;
}

type CallObserver = (call: ObservedCall) => void;

const observers = new AsyncLocalStorage<CallObserver>();

/** Calls `observe` for every call that `work` makes through `callOut`. Outer observers receive it too. */
export function observeCalls<T>(observe: CallObserver, work: () => Promise<T>): Promise<T> {
  const outer = observers.getStore();
  const both: CallObserver = (call) => {
    observe(call);
    outer?.(call);
  };
  return observers.run(both, work);
}

export function notifyObserver(call: ObservedCall): void {
  observers.getStore()?.(call);
}
