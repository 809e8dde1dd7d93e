import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../queue/rounds.js';
import { BookingRecovery } from './booking-recovery.service.js';

@Injectable()
export class BookingJobs {
  private readonly rounds = new Rounds('booking recovery');

  constructor(private readonly recovery: BookingRecovery) {}

  @Interval(2_000)
  recover(): Promise<void> {
    return this.rounds.run(() => this.recovery.finishDue());
  }
}
