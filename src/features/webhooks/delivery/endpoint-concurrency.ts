/** How many attempts may be under way at once in this process, and thus repeated when it is killed. */
export const SLOTS = 200;
const INITIAL_WINDOW = 16;
const MAX_WINDOW = 160;
const MIN_WINDOW = 4;
/** An answer slower than this shrinks the endpoint's window; a faster one widens it. */
const SLOW_MS = 1_000;
/** Of an organization's slots, those that its endpoints known to be slow may take together: half of what one alone has. */
const MAX_SLOW_SLOTS = SLOTS / 4;
const MAX_REMEMBERED = 500;

interface EndpointWindow {
  organization: number;
  size: number;
  inFlight: number;
}

/** How many more deliveries each endpoint may be given: the named ones their own number, all others the same. */
export interface EndpointCapacity {
  endpoints: number[];
  limits: number[];
  defaultLimit: number;
}

/**
 * Keeps a slow or dead receiver from taking the slots of the others, the way TCP keeps a sender from flooding a slow
 * link: each endpoint's share of the slots grows with quick answers and halves with a slow one.
 */
export class EndpointConcurrency {
  private readonly windows = new Map<number, EndpointWindow>();
  private total = 0;

  get freeSlots(): number {
    return SLOTS - this.total;
  }

  get inFlight(): number {
    return this.total;
  }

  /** Whether an endpoint has all that it may have. */
  get isSaturated(): boolean {
    return this.computeCapacity().limits.includes(0);
  }

  computeCapacity(): EndpointCapacity {
    const all = [...this.windows.values()];
    const slow = new Map<number, number>();
    for (const window of all)
      if (isSlow(window))
        slow.set(window.organization, (slow.get(window.organization) ?? 0) + window.inFlight);
    const sizes = all.map((window) =>
      isSlow(window) && slow.get(window.organization)! >= MAX_SLOW_SLOTS
        ? 0
        : Math.max(0, window.size - window.inFlight),
    );
    return { endpoints: [...this.windows.keys()], limits: sizes, defaultLimit: INITIAL_WINDOW };
  }

  start(endpoint: number, organization: number): void {
    this.total++;
    const window = this.windows.get(endpoint);
    if (window) window.inFlight++;
    else this.windows.set(endpoint, { organization, size: INITIAL_WINDOW, inFlight: 1 });
  }

  /** @param durationMs how long the attempt took; undefined when none was made */
  end(endpoint: number, durationMs?: number): void {
    this.total--;
    const window = this.windows.get(endpoint)!;
    window.inFlight--;
    if (durationMs !== undefined) window.size = resizeWindow(window.size, durationMs);
    if (window.inFlight === 0 && (window.size === INITIAL_WINDOW || this.windows.size > MAX_REMEMBERED))
      this.windows.delete(endpoint);
  }
}

function resizeWindow(size: number, durationMs: number): number {
  if (durationMs > SLOW_MS) return Math.max(MIN_WINDOW, Math.floor(size / 2));
  return Math.min(MAX_WINDOW, size + 1);
}

function isSlow({ size }: EndpointWindow): boolean {
  return size < INITIAL_WINDOW;
}
