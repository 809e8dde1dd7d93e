import { Module } from '@nestjs/common';
import { MailModule } from '../../platform/mail/mail.module.js';
import { MemberDirectoryService } from './member-directory.service.js';
import { SignInTokens } from './sign-in-tokens.js';
import { InvitationMailService } from './invitation-mail.service.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InvitationsService } from './invitations.service.js';
import { InvitationPolicy } from './invitation-policy.js';
import { OrphanedInvitationsService } from './orphaned-invitations.service.js';
import { MembersController } from './members.controller.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';
import { OidcMembershipsService } from './oidc-memberships.service.js';
import { OidcSignIn } from './oidc-sign-in.js';
import { OidcProvider } from './oidc-provider.js';
import { MemberAdmin } from './member-admin.js';
import { SessionViewService } from './session-view.service.js';
import { SignInController } from './sign-in.controller.js';
import { SessionEndpoints } from './session-endpoints.js';
import { SignInLinksRepository } from './sign-in-links.repository.js';
import { SignInLinksService } from './sign-in-links.service.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [MailModule],
  controllers: [InvitationsController, MembersController, SignInController],
  providers: [
    MemberDirectoryService,
    SignInTokens,
    InvitationMailService,
    InvitationsRepository,
    InvitationsService,
    InvitationPolicy,
    OrphanedInvitationsService,
    MembersRepository,
    MembersService,
    OidcMembershipsService,
    OidcSignIn,
    OidcProvider,
    MemberAdmin,
    SessionViewService,
    SessionEndpoints,
    SignInLinksRepository,
    SignInLinksService,
    SignInService,
  ],
  exports: [InvitationsService, MembersService, OidcProvider, MemberAdmin],
})
export class MembersModule {}
