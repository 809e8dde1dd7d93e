import { Injectable } from '@nestjs/common';
import { BookShipment } from './book.js';
import { BookingsRepository, type Claim } from './bookings.repository.js';
import { CancelShipment } from './cancel.js';
import { CarrierCalls } from './carrier-calls.js';
import { ChangePickup } from './pickup.js';

const BATCH = 10;

/** Finishes what a crash, a slow or a silent carrier left open. Safe in several processes at once. */
@Injectable()
export class BookingRecovery {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly booking: BookShipment,
    private readonly cancelling: CancelShipment,
    private readonly pickups: ChangePickup,
    private readonly calls: CarrierCalls,
  ) {}

  /** Takes the open calls that are due, a batch at a time, and makes them; says how many. */
  async finishDue(): Promise<number> {
    const claims = await this.bookings.claimDue(BATCH, this.calls.leaseMs);
    await Promise.all(claims.map((claim) => this.calls.inBackground(this.finish(claim))));
    return claims.length;
  }

  private finish(claim: Claim): Promise<void> {
    const commands = { tender: this.booking, cancel: this.cancelling, pickup: this.pickups };
    return commands[claim.booking.pending!].complete(claim);
  }
}
