import { Injectable } from '@nestjs/common';
import { BookFreightCommand } from './book-freight.command.js';
import { BookingsRepository, type CarrierCallLease } from './bookings.repository.js';
import { CancelFreightCommand } from './cancel-freight.command.js';
import { BookingCarrierClient } from './booking-carrier-client.js';
import { ChangePickupCommand } from './change-pickup.command.js';
import { PeriodicJob } from '../../../platform/jobs/periodic-jobs.js';

const BATCH = 10;

/** Finishes what a crash, a slow or a silent carrier left open. Safe in several processes at once. */
@Injectable()
export class BookingRecoveryService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly bookFreight: BookFreightCommand,
    private readonly cancelFreight: CancelFreightCommand,
    private readonly changePickup: ChangePickupCommand,
    private readonly carrierClient: BookingCarrierClient,
  ) {}

  /** Takes the open calls that are due, a batch at a time, and makes them; says how many. */
  @PeriodicJob('2s', 'booking recovery')
  async completeDue(): Promise<number> {
    const claims = await this.bookings.claimDue(BATCH, this.carrierClient.leaseMs);
    await Promise.all(claims.map((claim) => this.carrierClient.runInBackground(this.complete(claim))));
    return claims.length;
  }

  private complete(claim: CarrierCallLease): Promise<void> {
    const commands = { tender: this.bookFreight, cancel: this.cancelFreight, pickup: this.changePickup };
    return commands[claim.booking.pending!].complete(claim);
  }
}
