import { OutboundFault } from './outbound-fault.js';

/** Faults in a row after which somebody is left alone. */
export const FAULTS_TO_REST = 5;

/** Not asked, because it failed too often just now. */
export class Resting extends OutboundFault {
  /** When it is asked again, by the wall clock: for people only. */
  readonly until: string;

  constructor(readonly leftMs: number) {
    const until = new Date(Date.now() + leftMs).toISOString();
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
  private faults = 0;
  /** By the steady clock; null while the circuit is closed. */
  private restsUntil: number | null = null;
  private trying = false;

  constructor(private readonly restMs: number) {}

  /** Anything but an OutboundFault is an answer. @throws Resting without calling; what `work` throws */
  async call<T>(work: () => Promise<T>): Promise<T> {
    const trial = this.restsUntil !== null;
    if (trial) this.beginTrial();
    try {
      const answer = await work();
      this.close();
      return answer;
    } catch (error) {
      if (!(error instanceof OutboundFault)) this.close();
      // Those that were under way when the circuit opened prolong no rest.
      else if (trial || this.restsUntil === null) this.count(error);
      throw error;
    } finally {
      if (trial) this.trying = false;
    }
  }

  private beginTrial(): void {
    const leftMs = this.restsUntil! - performance.now();
    if (leftMs > 0) throw new Resting(leftMs);
    if (this.trying) throw new Resting(0);
    this.trying = true;
  }

  private close(): void {
    this.faults = 0;
    this.restsUntil = null;
  }

  private count({ restMs }: OutboundFault): void {
    const rest = restMs ?? (++this.faults >= FAULTS_TO_REST ? this.restMs : 0);
    this.restsUntil = rest > 0 ? performance.now() + rest : null;
  }
}
