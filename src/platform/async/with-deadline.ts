/**
 * Returns the result of `work`, or of `onExpiry` if the deadline passes first: milliseconds from now, or a signal.
 * `work` gets the signal and is abandoned if it ignores it. `work` does not start after the deadline.
 */
export async function withDeadline<T, L>(
  deadline: number | AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  onExpiry: () => L,
): Promise<T | L> {
  if (typeof deadline === 'number') {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), deadline);
    return withDeadline(controller.signal, work, onExpiry).finally(() => clearTimeout(timer));
  }
  if (deadline.aborted) return onExpiry();
  const { promise: expired, resolve, reject } = Promise.withResolvers<L>();
  const expire = (): void => {
    try {
      resolve(onExpiry());
    } catch (error) {
      reject(error as Error);
    }
  };
  // Registered before `work` can listen, so that the expiry wins over an error that `work` throws on the same signal.
  deadline.addEventListener('abort', expire, { once: true });
  return Promise.race([expired, work(deadline)]).finally(() => deadline.removeEventListener('abort', expire));
}
