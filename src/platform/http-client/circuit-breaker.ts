import { OutboundFault } from './outbound-fault.js';

/** Faults in a row after which somebody is left alone. */
export const FAULTS_TO_OPEN = 5;

/** Not asked, because it failed too often just now. */
export class CircuitOpenError extends OutboundFault {
  /** When it is asked again, by the wall clock: for people only. */
  readonly until: string;

  constructor(readonly remainingMs: number) {
    const until = new Date(Date.now() + remainingMs).toISOString();
    super(`it failed too often and rests until ${until}`);
    this.until = until;
  }
}

/**
 * Leaves somebody alone who fails: after five faults in a row, or for as long as it asks to. When the rest is over, one
 * call is let through; what that meets closes the circuit or begins the next rest. Our own, because this is measured by
 * a steady clock, heeds `Retry-After` and says until when: cockatiel and opossum go by the wall clock and do neither.
 */
export class CircuitBreaker {
  private consecutiveFaults = 0;
  /** By the steady clock; null while the circuit is closed. */
  private openUntil: number | null = null;
  private trialInProgress = false;

  constructor(private readonly cooldownMs: number) {}

  /** Anything but an OutboundFault is an answer. @throws Resting without calling; what `work` throws */
  async call<T>(work: () => Promise<T>): Promise<T> {
    const trial = this.openUntil !== null;
    if (trial) this.beginTrial();
    try {
      const answer = await work();
      this.close();
      return answer;
    } catch (error) {
      if (!(error instanceof OutboundFault)) this.close();
      // Those that were under way when the circuit opened prolong no rest.
      else if (trial || this.openUntil === null) this.recordFault(error);
      throw error;
    } finally {
      if (trial) this.trialInProgress = false;
    }
  }

  private beginTrial(): void {
    const leftMs = this.openUntil! - performance.now();
    if (leftMs > 0) throw new CircuitOpenError(leftMs);
    if (this.trialInProgress) throw new CircuitOpenError(0);
    this.trialInProgress = true;
  }

  private close(): void {
    this.consecutiveFaults = 0;
    this.openUntil = null;
  }

  private recordFault({ cooldownMs: restMs }: OutboundFault): void {
    const rest = restMs ?? (++this.consecutiveFaults >= FAULTS_TO_OPEN ? this.cooldownMs : 0);
    this.openUntil = rest > 0 ? performance.now() + rest : null;
  }
}
