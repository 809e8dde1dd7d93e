/** Increments of one key that wait for the count before them. */
interface CountBatch<T> {
  points: number;
  counted: Promise<T>;
}

/**
 * Counts concurrent increments of a key in one call. The store serializes counts of one key, so each waiting increment would
 * otherwise hold a database connection.
 */
export class CoalescingCounter<T> {
  private readonly pending = new Map<string, CountBatch<T>>();
  private readonly running = new Map<string, Promise<unknown>>();

  /** @param count adds points to a key */
  constructor(private readonly count: (id: string, points: number) => Promise<T>) {}

  /** Returns the result of the count and how many increments of its batch came after this one. @throws what `count` throws */
  async increment(id: string): Promise<{ counted: T; behind: number }> {
    let batch = this.pending.get(id);
    if (!batch) {
      batch = { points: 0, counted: Promise.resolve(this.running.get(id)).then(() => this.flush(id)) };
      this.pending.set(id, batch);
    }
    const place = ++batch.points;
    const counted = await batch.counted;
    return { counted, behind: batch.points - place };
  }

  private flush(id: string): Promise<T> {
    const { points } = this.pending.get(id)!;
    this.pending.delete(id);
    const counted = this.count(id, points);
    const settled: Promise<unknown> = counted
      .catch(() => undefined)
      .then(() => this.running.get(id) === settled && this.running.delete(id));
    this.running.set(id, settled);
    return counted;
  }
}
