import { Module } from '@nestjs/common';
import { MailModule } from '../../platform/mail/mail.module.js';
import { DirectoryService } from './directory.service.js';
import { Entries } from './entries.js';
import { InvitationMails } from './invitation-mails.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InvitationsService } from './invitations.service.js';
import { Invitees } from './invitees.js';
import { MembersController } from './members.controller.js';
import { MembersJobs } from './members.jobs.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';
import { OidcDesk } from './oidc-desk.js';
import { OidcProvider } from './oidc-provider.js';
import { OrphanedInvitations } from './orphaned-invitations.js';
import { OperatorsMembers } from './operators-members.js';
import { SessionViews } from './session-views.js';
import { SignInController } from './sign-in.controller.js';
import { SignInDesk } from './sign-in-desk.js';
import { SignInLinks } from './sign-in-links.js';
import { SignInService } from './sign-in.service.js';

/** People: who may come in, as what, and how they sign in. */
@Module({
  imports: [MailModule],
  controllers: [InvitationsController, MembersController, SignInController],
  providers: [
    DirectoryService,
    Entries,
    InvitationMails,
    InvitationsRepository,
    InvitationsService,
    Invitees,
    MembersJobs,
    MembersRepository,
    MembersService,
    OrphanedInvitations,
    OidcDesk,
    OidcProvider,
    OperatorsMembers,
    SessionViews,
    SignInDesk,
    SignInLinks,
    SignInService,
  ],
  exports: [InvitationsService, MembersService, OidcProvider, OperatorsMembers],
})
export class MembersModule {}
