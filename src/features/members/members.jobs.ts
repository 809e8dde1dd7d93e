import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import { runInBatches } from '../../platform/jobs/run-in-batches.js';
import { Rounds } from '../../platform/jobs/rounds.js';
import { InvitationsRepository } from './invitations.repository.js';
import { SignInLinksRepository } from './sign-in-links.repository.js';
import { OPERATOR_LINK_LIFETIME_MS } from './sign-in-links.service.js';

const BATCH = 1_000;
/** 90 days: they are long over then. */
const INVITATION_RETENTION_MS = 90 * 86_400_000;

@Injectable()
export class MembersJobs {
  private readonly retention = new Rounds('old sessions');

  constructor(
    private readonly sessions: SessionsService,
    private readonly links: SignInLinksRepository,
    private readonly invitations: InvitationsRepository,
  ) {}

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.retention.run(async () => {
      await runInBatches(BATCH, () => this.sessions.deleteOld(BATCH));
      await runInBatches(BATCH, () => this.links.deleteOld(OPERATOR_LINK_LIFETIME_MS, BATCH));
      await runInBatches(BATCH, () => this.invitations.deleteOld(INVITATION_RETENTION_MS, BATCH));
    });
  }
}
