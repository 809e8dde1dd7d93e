import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../../platform/jobs/rounds.js';
import { AnswerTenderCommand } from './answer-tender.command.js';

@Injectable()
export class TenderPageJobs {
  private readonly expiryRounds = new Rounds('tender expiry');
  private readonly undeliveredRounds = new Rounds('tenders not mailed');

  constructor(private readonly answerTender: AnswerTenderCommand) {}

  @Interval(10_000)
  expire(): Promise<void> {
    return this.expiryRounds.run(() => this.answerTender.expireDue());
  }

  @Interval(10_000)
  failUndelivered(): Promise<void> {
    return this.undeliveredRounds.run(() => this.answerTender.failDue());
  }
}
