/**
 * What `work` comes to, or what `late` answers or throws when the deadline comes first: milliseconds from now, or a
 * signal. Work is handed the signal and left behind even when it doesn't heed it; past the deadline it doesn't begin.
 */
export async function withDeadline<T, L>(
  deadline: number | AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  late: () => L,
): Promise<T | L> {
  if (typeof deadline === 'number') {
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(), deadline);
    return withDeadline(ended.signal, work, late).finally(() => clearTimeout(timer));
  }
  if (deadline.aborted) return late();
  let expire!: () => void;
  const expired = new Promise<L>((resolve, reject) => {
    expire = () => {
      try {
        resolve(late());
      } catch (error) {
        reject(error as Error);
      }
    };
  });
  // Before the work can listen: what it makes of the same signal comes second.
  deadline.addEventListener('abort', expire, { once: true });
  return Promise.race([expired, work(deadline)]).finally(() => deadline.removeEventListener('abort', expire));
}
