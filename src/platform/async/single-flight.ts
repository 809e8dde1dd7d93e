/** Returns a function that calls `work` at most once at a time: a call during a run gets the result of that run. */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= work().finally(() => {
      running = undefined;
    }));
}

/** Like `singleFlight`, but calls during a run share one next run, which starts after each of those calls. */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    next = undefined;
    return work();
  };
  return () => {
    if (next) return next;
    next = current.then(start);
    current = next.catch(() => undefined);
    return next;
  };
}
