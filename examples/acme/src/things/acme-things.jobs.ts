import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Rounds } from 'lading';
import { AcmeThingsRepository } from './acme-things.repository.js';

const KEPT_DAYS = 90;

/** Runs in workers (`PROCESS_ROLE` `all` or `worker`), in each of them: the work is safe to do twice. */
@Injectable()
export class AcmeThingsJobs {
  private readonly rounds = new Rounds('sold things');

  constructor(private readonly things: AcmeThingsRepository) {}

  @Cron('0 3 * * *')
  forgetSold(): Promise<void> {
    return this.rounds.run(() => this.things.deleteSold(KEPT_DAYS));
  }
}
