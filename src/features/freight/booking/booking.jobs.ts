import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../../platform/jobs/rounds.js';
import { MissedPickups } from './missed-pickups.js';
import { ReconcileBookings } from './reconcile.js';
import { BookingRecovery } from './recovery.js';

@Injectable()
export class BookingJobs {
  private readonly rounds = new Rounds('booking recovery');
  private readonly pickupRounds = new Rounds('missed pickups');
  private readonly reconcileRounds = new Rounds('reconciling bookings');

  constructor(
    private readonly recovery: BookingRecovery,
    private readonly missed: MissedPickups,
    private readonly reconciling: ReconcileBookings,
  ) {}

  @Interval(2_000)
  recover(): Promise<void> {
    return this.rounds.run(() => this.recovery.finishDue());
  }

  @Interval(60_000)
  reconcile(): Promise<void> {
    return this.reconcileRounds.run(() => this.reconciling.askDue());
  }

  @Interval(60_000)
  miss(): Promise<void> {
    return this.pickupRounds.run(() => this.missed.finishDue());
  }
}
