import type { DeliveryLease } from './delivery-leases.repository.js';

/** So many are begun before others have their turn: to sign and to post one takes a third of a millisecond. */
const BATCH_SIZE = 8;

/**
 * Those that were claimed, until their attempts begin: a few at a time, and one of each organization in turn. Two hundred
 * begun in one moment would hold up whoever is claimed next.
 */
export class RoundRobinQueue {
  private readonly waiting = new Map<number, DeliveryLease[]>();

  constructor(private readonly start: (claim: DeliveryLease) => void) {}

  add(claims: DeliveryLease[]): void {
    if (claims.length === 0) return;
    const idle = this.waiting.size === 0;
    for (const claim of claims) {
      const line = this.waiting.get(claim.organizationId);
      if (line) line.push(claim);
      else this.waiting.set(claim.organizationId, [claim]);
    }
    if (idle) this.startBatch();
  }

  private startBatch(): void {
    for (let count = 0; count < BATCH_SIZE; count++) {
      const first = this.waiting.entries().next();
      if (first.done) return;
      const [organizationId, line] = first.value;
      this.waiting.delete(organizationId);
      const claim = line.shift()!;
      if (line.length > 0) this.waiting.set(organizationId, line);
      this.start(claim);
    }
    if (this.waiting.size > 0) setImmediate(() => this.startBatch());
  }
}
