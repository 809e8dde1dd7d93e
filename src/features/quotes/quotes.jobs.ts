import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../platform/jobs/rounds.js';
import { QuoteLifecycle } from './quote-lifecycle.js';

@Injectable()
export class QuotesJobs {
  private readonly expiry = new Rounds('quote expiry');
  private readonly retention = new Rounds('old quotes');

  constructor(private readonly quotes: QuoteLifecycle) {}

  @Interval(5_000)
  expire(): Promise<void> {
    return this.expiry.run(() => this.quotes.expireDue());
  }

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.retention.run(() => this.quotes.deleteOld());
  }
}
