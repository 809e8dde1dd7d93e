import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../../platform/jobs/rounds.js';
import { AnswerTender } from './answer-tender.js';

@Injectable()
export class TenderPageJobs {
  private readonly rounds = new Rounds('tender expiry');
  private readonly failures = new Rounds('tenders not mailed');

  constructor(private readonly answering: AnswerTender) {}

  @Interval(10_000)
  expire(): Promise<void> {
    return this.rounds.run(() => this.answering.expireDue());
  }

  @Interval(10_000)
  fail(): Promise<void> {
    return this.failures.run(() => this.answering.failDue());
  }
}
