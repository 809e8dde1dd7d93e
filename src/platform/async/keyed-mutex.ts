/** Work that is done one after the other for one key, and at once for several. */
export class KeyedMutex<Key> {
  private readonly last = new Map<Key, Promise<unknown>>();

  isLocked(key: Key): boolean {
    return this.last.has(key);
  }

  /** Does the work when all that came before for the key is done, whatever came of it. @throws what the work throws */
  runExclusive<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const result = (this.last.get(key) ?? Promise.resolve()).then(work);
    const turn: Promise<unknown> = result
      .catch(() => undefined)
      .then(() => this.last.get(key) === turn && this.last.delete(key));
    this.last.set(key, turn);
    return result;
  }
}
