import { Injectable } from '@nestjs/common';
import { BookFreightCommand } from './book-freight.command.js';
import { BookingsRepository, type CarrierCallLease } from './bookings.repository.js';
import { CancelFreightCommand } from './cancel-freight.command.js';
import { BookingCarrierClient } from './booking-carrier-client.js';
import { ChangePickupCommand } from './change-pickup.command.js';
import { PeriodicJob } from '../../../platform/jobs/periodic-jobs.js';

const BATCH = 10;

/** Completes carrier calls that a crash or a silent carrier left open. Safe to run in several processes. */
@Injectable()
export class BookingRecoveryService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly bookFreight: BookFreightCommand,
    private readonly cancelFreight: CancelFreightCommand,
    private readonly changePickup: ChangePickupCommand,
    private readonly carrierClient: BookingCarrierClient,
  ) {}

  /** Claims one batch of due calls and makes them. Returns the number of calls. */
  @PeriodicJob('2s', 'booking recovery')
  async completeDue(): Promise<number> {
    const leases = await this.bookings.claimDue(BATCH, this.carrierClient.leaseMs);
    await Promise.all(leases.map((lease) => this.carrierClient.runInBackground(this.complete(lease))));
    return leases.length;
  }

  private complete(lease: CarrierCallLease): Promise<void> {
    const commands = { tender: this.bookFreight, cancel: this.cancelFreight, pickup: this.changePickup };
    return commands[lease.booking.pending!].complete(lease);
  }
}
