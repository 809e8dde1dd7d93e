/** What is gathered for one key while the count before it is under way. */
interface CountBatch<T> {
  points: number;
  counted: Promise<T>;
}

/**
 * Counts those that come for one key at the same time as one: the row of a key takes one count after the other, and each that
 * waits for it would hold a connection that others need.
 */
export class CoalescingCounter<T> {
  private readonly pending = new Map<string, CountBatch<T>>();
  private readonly running = new Map<string, Promise<unknown>>();

  /** @param count counts so many more points of a key */
  constructor(private readonly count: (id: string, points: number) => Promise<T>) {}

  /** What the count says, and how many were counted with this one but after it. @throws what the count throws */
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
    const over: Promise<unknown> = counted
      .catch(() => undefined)
      .then(() => this.running.get(id) === over && this.running.delete(id));
    this.running.set(id, over);
    return counted;
  }
}
