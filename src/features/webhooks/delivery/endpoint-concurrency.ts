/** The maximum number of attempts in flight in this process. */
export const SLOTS = 200;
const INITIAL_WINDOW = 16;
const MAX_WINDOW = 160;
const MIN_WINDOW = 4;
const SLOW_MS = 1_000;
/** The maximum number of slots that the slow endpoints of one tenant share. */
const MAX_SLOW_SLOTS = SLOTS / 4;
const MAX_REMEMBERED = 500;

interface EndpointWindow {
  organization: number;
  size: number;
  inFlight: number;
}

/** The number of further attempts allowed per endpoint: `limits[i]` for `endpoints[i]`, `defaultLimit` for all others. */
export interface EndpointCapacity {
  endpoints: number[];
  limits: number[];
  defaultLimit: number;
}

/** Limits the attempts in flight per endpoint with a congestion window like TCP's. */
export class EndpointConcurrency {
  private readonly windows = new Map<number, EndpointWindow>();
  private total = 0;

  get freeSlots(): number {
    return SLOTS - this.total;
  }

  get inFlight(): number {
    return this.total;
  }

  /** True if an endpoint has used up its window. */
  get isSaturated(): boolean {
    return this.computeCapacity().limits.includes(0);
  }

  computeCapacity(): EndpointCapacity {
    const windows = [...this.windows.values()];
    const slowSlots = new Map<number, number>();
    for (const { organization, inFlight } of windows.filter(isSlow))
      slowSlots.set(organization, (slowSlots.get(organization) ?? 0) + inFlight);
    const limits = windows.map((window) =>
      isSlow(window) && slowSlots.get(window.organization)! >= MAX_SLOW_SLOTS
        ? 0
        : Math.max(0, window.size - window.inFlight),
    );
    return { endpoints: [...this.windows.keys()], limits, defaultLimit: INITIAL_WINDOW };
  }

  start(endpoint: number, organization: number): void {
    this.total++;
    const window = this.windows.get(endpoint);
    if (window) window.inFlight++;
    else this.windows.set(endpoint, { organization, size: INITIAL_WINDOW, inFlight: 1 });
  }

  /** @param durationMs of the attempt; undefined if nothing was sent */
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
