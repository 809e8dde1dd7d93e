/** Runs tasks of one key one after the other, and tasks of different keys concurrently. */
export class KeyedMutex<Key> {
  private readonly last = new Map<Key, Promise<unknown>>();

  isLocked(key: Key): boolean {
    return this.last.has(key);
  }

  /** Runs `task` once all earlier tasks of the key have settled. @throws what `task` throws */
  runExclusive<T>(key: Key, task: () => Promise<T>): Promise<T> {
    const result = (this.last.get(key) ?? Promise.resolve()).then(task);
    const settled: Promise<unknown> = result
      .catch(() => undefined)
      .then(() => this.last.get(key) === settled && this.last.delete(key));
    this.last.set(key, settled);
    return result;
  }
}
