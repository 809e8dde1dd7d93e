import { setTimeout } from 'node:timers/promises';

/** How often a pool that hangs looks for new work. */
const LOOK_MS = 1_000;

/**
 * Work on rows that are due, some at once in all and fewer in each lane, e.g. of one carrier: a lane whose work hangs
 * holds its own places and never the others'.
 */
export class FairPool<Row> {
  private readonly lanes = new Map<unknown, number>();
  private readonly running = new Set<Promise<void>>();

  /** @param work never rejects */
  constructor(
    private readonly most: { atOnce: number; inLane: number },
    private readonly laneOf: (row: Row) => unknown,
    private readonly work: (row: Row) => Promise<void>,
  ) {}

  /** Takes and works until nothing is due and nothing is under way. `take` leaves the rows of full lanes to later. */
  async drain(take: (limit: number, fullLanes: unknown[]) => Promise<Row[]>): Promise<void> {
    for (;;) {
      const free = Math.min(this.most.atOnce - this.running.size, this.most.inLane);
      const rows = free > 0 ? await take(free, this.fullLanes()) : [];
      rows.forEach((row) => this.start(row));
      if (rows.length > 0) continue;
      if (this.running.size === 0) return;
      await this.someDone();
    }
  }

  private start(row: Row): void {
    const lane = this.laneOf(row);
    this.lanes.set(lane, (this.lanes.get(lane) ?? 0) + 1);
    const done = this.work(row).finally(() => {
      this.running.delete(done);
      const left = this.lanes.get(lane)! - 1;
      if (left > 0) this.lanes.set(lane, left);
      else this.lanes.delete(lane);
    });
    this.running.add(done);
  }

  private fullLanes(): unknown[] {
    return [...this.lanes].filter(([, count]) => count >= this.most.inLane).map(([lane]) => lane);
  }

  private async someDone(): Promise<void> {
    const look = new AbortController();
    const later = setTimeout(LOOK_MS, undefined, { signal: look.signal, ref: false }).catch(() => undefined);
    await Promise.race([later, ...this.running]);
    look.abort();
  }
}
