import { OutboundFault } from './outbound-fault.js';

export const FAULTS_TO_OPEN = 5;

export class CircuitOpenError extends OutboundFault {
  /** When the next call is allowed, by the wall clock, for people. */
  readonly until: string;

  constructor(readonly remainingMs: number) {
    const until = new Date(Date.now() + remainingMs).toISOString();
    super(`it failed repeatedly and is not called until ${until}`);
    this.until = until;
  }
}

/**
 * Stops calling a failing service: after five consecutive faults for the cooldown, after `Retry-After` for as long as
 * it says. Then one trial call decides whether the circuit closes. cockatiel and opossum use the wall clock, ignore
 * `Retry-After` and do not say until when a circuit is open.
 */
export class CircuitBreaker {
  private consecutiveFaults = 0;
  /** A `performance.now()` time; null while the circuit is closed. */
  private openUntil: number | null = null;
  private trialInProgress = false;

  constructor(private readonly cooldownMs: number) {}

  /** Counts only `OutboundFault` as a fault. @throws CircuitOpenError without calling; whatever `work` throws */
  async call<T>(work: () => Promise<T>): Promise<T> {
    const trial = this.openUntil !== null;
    if (trial) this.beginTrial();
    try {
      const answer = await work();
      this.close();
      return answer;
    } catch (error) {
      if (!(error instanceof OutboundFault)) this.close();
      // A call that started before the circuit opened does not extend the cooldown.
      else if (trial || this.openUntil === null) this.recordFault(error);
      throw error;
    } finally {
      if (trial) this.trialInProgress = false;
    }
  }

  private beginTrial(): void {
    const remainingMs = this.openUntil! - performance.now();
    if (remainingMs > 0) throw new CircuitOpenError(remainingMs);
    if (this.trialInProgress) throw new CircuitOpenError(0);
    this.trialInProgress = true;
  }

  private close(): void {
    this.consecutiveFaults = 0;
    this.openUntil = null;
  }

  private recordFault({ cooldownMs }: OutboundFault): void {
    const openMs = cooldownMs ?? (++this.consecutiveFaults >= FAULTS_TO_OPEN ? this.cooldownMs : 0);
    this.openUntil = openMs > 0 ? performance.now() + openMs : null;
  }
}
