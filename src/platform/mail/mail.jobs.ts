import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../jobs/rounds.js';
import { MailRetentionService } from './mail-retention.service.js';

@Injectable()
export class MailJobs {
  private readonly rounds = new Rounds('old mails');

  constructor(private readonly retention: MailRetentionService) {}

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.rounds.run(() => this.retention.deleteOld());
  }
}
