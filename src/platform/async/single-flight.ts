/** The work as one call at a time: whoever asks while it runs gets what it comes to. */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= work().finally(() => {
      running = undefined;
    }));
}

/** The same, begun after it was asked for: whoever comes while it runs gets what the next one comes to, with all who wait. */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    next = undefined;
    return work();
  };
  return () => {
    if (next) return next;
    next = before.then(begin);
    before = next.catch(() => undefined);
    return next;
  };
}
