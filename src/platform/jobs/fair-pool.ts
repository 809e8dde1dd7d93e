import { setTimeout } from 'node:timers/promises';

/** How often a pool that hangs looks for new work. */
const POLL_MS = 1_000;

/**
 * Work on rows that are due, some at once in all and fewer in each lane, e.g. of one carrier: a lane whose work hangs
 * holds its own places and never the others'. A row may be in lanes of several kinds, e.g. its organization's too.
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

  /** Takes and works until nothing is due and nothing is under way. `take` leaves the rows of full lanes to later. */
  async drain(take: (limit: number, fullLanes: Record<Kind, unknown[]>) => Promise<Row[]>): Promise<void> {
    for (;;) {
      const free = Math.min(this.limits.atOnce - this.running.size, this.limits.inLane);
      const rows = free > 0 ? await take(free, this.listFullLanes()) : [];
      rows.forEach((row) => this.start(row));
      if (rows.length > 0) continue;
      if (this.running.size === 0) return;
      await this.waitForCompletion();
    }
  }

  private start(row: Row): void {
    this.adjustCounts(row, 1);
    const done = this.work(row).finally(() => {
      this.running.delete(done);
      this.adjustCounts(row, -1);
    });
    this.running.add(done);
  }

  private adjustCounts(row: Row, more: 1 | -1): void {
    for (const [kind, lanes] of this.lanes) {
      const lane = this.laneSelectors[kind](row);
      const now = (lanes.get(lane) ?? 0) + more;
      if (now > 0) lanes.set(lane, now);
      else lanes.delete(lane);
    }
  }

  private listFullLanes(): Record<Kind, unknown[]> {
    const full = ([, count]: [unknown, number]) => count >= this.limits.inLane;
    const lanes = [...this.lanes].map(([kind, counts]) => [
      kind,
      [...counts].filter(full).map(([lane]) => lane),
    ]);
    return Object.fromEntries(lanes) as Record<Kind, unknown[]>;
  }

  private listKinds(): Kind[] {
    return Object.keys(this.laneSelectors) as Kind[];
  }

  private async waitForCompletion(): Promise<void> {
    const look = new AbortController();
    const later = setTimeout(POLL_MS, undefined, { signal: look.signal, ref: false }).catch(() => undefined);
    await Promise.race([later, ...this.running]);
    look.abort();
  }
}
