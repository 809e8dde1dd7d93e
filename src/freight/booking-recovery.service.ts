import { Injectable } from '@nestjs/common';
import { BookingsRepository, type Claim } from './bookings.repository.js';
import { CancelsService } from './cancels.service.js';
import { CarrierCalls } from './carrier-calls.js';
import { TendersService } from './tenders.service.js';

const BATCH = 10;

/** Finishes what a crash, a slow or a silent carrier left open. Safe in several processes at once. */
@Injectable()
export class BookingRecovery {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly tenders: TendersService,
    private readonly cancels: CancelsService,
    private readonly calls: CarrierCalls,
  ) {}

  /** Takes the open calls that are due, a batch at a time, and makes them; says how many. */
  async finishDue(): Promise<number> {
    const claims = await this.bookings.claimDue(BATCH, this.calls.leaseMs);
    await Promise.all(claims.map((claim) => this.calls.inBackground(this.finish(claim))));
    return claims.length;
  }

  private finish(claim: Claim): Promise<void> {
    return claim.booking.pending === 'cancel' ? this.cancels.complete(claim) : this.tenders.complete(claim);
  }
}
