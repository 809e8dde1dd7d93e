import type { Claim } from './delivery-claims.js';

/** So many are begun before others have their turn: to sign and to post one takes a third of a millisecond. */
const AT_ONCE = 8;

/**
 * Those that were claimed, until their attempts begin: a few at a time, and one of each organization in turn. Two hundred
 * begun in one moment would hold up whoever is claimed next.
 */
export class StartLine {
  private readonly waiting = new Map<number, Claim[]>();

  constructor(private readonly start: (claim: Claim) => void) {}

  add(claims: Claim[]): void {
    if (claims.length === 0) return;
    const idle = this.waiting.size === 0;
    for (const claim of claims) {
      const line = this.waiting.get(claim.organizationId);
      if (line) line.push(claim);
      else this.waiting.set(claim.organizationId, [claim]);
    }
    if (idle) this.some();
  }

  private some(): void {
    for (let count = 0; count < AT_ONCE; count++) {
      const first = this.waiting.entries().next();
      if (first.done) return;
      const [organizationId, line] = first.value;
      this.waiting.delete(organizationId);
      const claim = line.shift()!;
      if (line.length > 0) this.waiting.set(organizationId, line);
      this.start(claim);
    }
    if (this.waiting.size > 0) setImmediate(() => this.some());
  }
}
