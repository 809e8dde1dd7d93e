import { setTimeout } from 'node:timers/promises';

const POLL_MS = 1_000;

/**
 * Works on due rows with a total concurrency limit and a limit per lane. A row has one lane of each kind, such as its carrier
 * and its tenant.
 */
export class FairPool<Row, Kind extends string> {
  private readonly lanes = new Map<Kind, Map<unknown, number>>();
  private readonly running = new Set<Promise<void>>();

  /** @param work never rejects */
  constructor(
    private readonly limits: { atOnce: number; inLane: number },
    private readonly laneSelectors: Record<Kind, (row: Row) => unknown>,
    private readonly work: (row: Row) => Promise<void>,
  ) {
    for (const kind of this.listKinds()) this.lanes.set(kind, new Map());
  }

  /**
   * Works until no row is due and no work is in progress.
   * @param take returns at most `limit` due rows that are in none of the full lanes
   */
  async drain(take: (limit: number, fullLanes: Record<Kind, unknown[]>) => Promise<Row[]>): Promise<void> {
    for (;;) {
      const free = Math.min(this.limits.atOnce - this.running.size, this.countFreeInEachLane());
      const rows = free > 0 ? await take(free, this.listFullLanes()) : [];
      rows.forEach((row) => this.start(row));
      if (rows.length > 0) continue;
      if (this.running.size === 0) return;
      await this.waitForCompletion();
    }
  }

  /** Returns how many rows fit into every lane that is not full: all rows taken at once may be in the same lane. */
  private countFreeInEachLane(): number {
    const { inLane } = this.limits;
    const counts = [...this.lanes.values()].flatMap((lanes) => [...lanes.values()]);
    return inLane - Math.max(0, ...counts.filter((count) => count < inLane));
  }

  private start(row: Row): void {
    this.adjustCounts(row, 1);
    const done = this.work(row).finally(() => {
      this.running.delete(done);
      this.adjustCounts(row, -1);
    });
    this.running.add(done);
  }

  private adjustCounts(row: Row, change: 1 | -1): void {
    for (const [kind, lanes] of this.lanes) {
      const lane = this.laneSelectors[kind](row);
      const count = (lanes.get(lane) ?? 0) + change;
      if (count > 0) lanes.set(lane, count);
      else lanes.delete(lane);
    }
  }

  private listFullLanes(): Record<Kind, unknown[]> {
    const isFull = ([, count]: [unknown, number]) => count >= this.limits.inLane;
    const lanes = [...this.lanes].map(([kind, counts]) => [
      kind,
      [...counts].filter(isFull).map(([lane]) => lane),
    ]);
    return Object.fromEntries(lanes) as Record<Kind, unknown[]>;
  }

  private listKinds(): Kind[] {
    return Object.keys(this.laneSelectors) as Kind[];
  }

  private async waitForCompletion(): Promise<void> {
    const timer = new AbortController();
    const poll = setTimeout(POLL_MS, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
    await Promise.race([poll, ...this.running]);
    timer.abort();
  }
}
