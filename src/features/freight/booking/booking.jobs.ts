import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../../platform/jobs/rounds.js';
import { MissedPickupsService } from './missed-pickups.service.js';
import { BookingReconciliationService } from './booking-reconciliation.service.js';
import { BookingRecoveryService } from './booking-recovery.service.js';

@Injectable()
export class BookingJobs {
  private readonly recoveryRounds = new Rounds('booking recovery');
  private readonly missedPickupRounds = new Rounds('missed pickups');
  private readonly reconcileRounds = new Rounds('reconciling bookings');

  constructor(
    private readonly recovery: BookingRecoveryService,
    private readonly missedPickups: MissedPickupsService,
    private readonly reconciliation: BookingReconciliationService,
  ) {}

  @Interval(2_000)
  recover(): Promise<void> {
    return this.recoveryRounds.run(() => this.recovery.completeDue());
  }

  @Interval(60_000)
  reconcile(): Promise<void> {
    return this.reconcileRounds.run(() => this.reconciliation.reconcileDue());
  }

  @Interval(60_000)
  recordMissedPickups(): Promise<void> {
    return this.missedPickupRounds.run(() => this.missedPickups.recordDue());
  }
}
