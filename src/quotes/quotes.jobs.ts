import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../queue/rounds.js';
import { QuoteStatusService } from './quote-status.service.js';

@Injectable()
export class QuotesJobs {
  private readonly expiry = new Rounds('quote expiry');

  constructor(private readonly status: QuoteStatusService) {}

  @Interval(5_000)
  expire(): Promise<void> {
    return this.expiry.run(() => this.status.expireDue());
  }
}
