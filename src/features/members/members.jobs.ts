import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import { inBatches } from '../../platform/jobs/batches.js';
import { Rounds } from '../../platform/jobs/rounds.js';
import { InvitationsRepository } from './invitations.repository.js';
import { SignInLinks } from './sign-in-links.js';

const BATCH = 1_000;
/** 90 days: they are long over then. */
const INVITATIONS_MS = 90 * 86_400_000;

@Injectable()
export class MembersJobs {
  private readonly retention = new Rounds('old sessions');

  constructor(
    private readonly sessions: SessionsService,
    private readonly links: SignInLinks,
    private readonly invitations: InvitationsRepository,
  ) {}

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.retention.run(async () => {
      await inBatches(BATCH, () => this.sessions.deleteOld(BATCH));
      await inBatches(BATCH, () => this.links.deleteOld(BATCH));
      await inBatches(BATCH, () => this.invitations.deleteOld(INVITATIONS_MS, BATCH));
    });
  }
}
