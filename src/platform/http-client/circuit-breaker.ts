import { OutboundFault } from './outbound-fault.js';

export const FAULTS_TO_OPEN = 5;

export class CircuitOpenError extends OutboundFault {
  /** When the next call is allowed, by the wall clock, for people. */
  readonly until: string;

  constructor(readonly remainingMs: number) {
    const until = new Date(Date.now() + remainingMs).toISOString();
    super(`it failed repeatedly, so its circuit breaker is open until ${until}`);
    this.until = until;
  }
}

/** `half-open`: one trial call is in progress and decides which of the other two states follows. */
type CircuitState = 'closed' | 'open' | 'half-open';

/**
 * Stops calling a failing service: after five consecutive faults for the cooldown, after `Retry-After` for as long as
 * it says. Then one trial call closes the circuit, or opens it again. Calls that started before the circuit opened
 * change nothing. cockatiel and opossum use the wall clock, ignore `Retry-After` and do not say until when a circuit is
 * open.
 */
export class CircuitBreaker {
  private state: CircuitState = 'closed';
  private consecutiveFaults = 0;
  /** A `performance.now()` time, read while the circuit is open. */
  private openUntil = 0;

  constructor(private readonly cooldownMs: number) {}

  /** Counts only `OutboundFault` as a fault. @throws CircuitOpenError without calling; whatever `work` throws */
  async call<T>(work: () => Promise<T>): Promise<T> {
    const isTrial = this.state !== 'closed';
    if (isTrial) this.beginTrial();
    const decides = (): boolean => isTrial || this.state === 'closed';
    try {
      const answer = await work();
      if (decides()) this.close();
      return answer;
    } catch (error) {
      if (decides()) {
        if (!(error instanceof OutboundFault)) this.close();
        else if (isTrial) this.open(error.cooldownMs ?? this.cooldownMs);
        else this.recordFault(error);
      }
      throw error;
    }
  }

  private beginTrial(): void {
    const remainingMs = Math.max(0, this.openUntil - performance.now());
    if (this.state === 'half-open' || remainingMs > 0) throw new CircuitOpenError(remainingMs);
    this.state = 'half-open';
  }

  private close(): void {
    this.state = 'closed';
    this.consecutiveFaults = 0;
  }

  private open(forMs: number): void {
    this.state = 'open';
    this.openUntil = performance.now() + forMs;
  }

  private recordFault({ cooldownMs }: OutboundFault): void {
    if (cooldownMs !== undefined && cooldownMs > 0) this.open(cooldownMs);
    else if (cooldownMs === undefined && ++this.consecutiveFaults >= FAULTS_TO_OPEN)
      this.open(this.cooldownMs);
  }
}
