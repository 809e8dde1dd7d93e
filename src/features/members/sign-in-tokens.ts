import { Injectable } from '@nestjs/common';
import type { OwnedId } from '../../platform/tenancy/tenant.js';
import { InvitationsRepository, type AcceptedInvitation } from './invitations.repository.js';
import { MembersService } from './members.service.js';
import { SignInLinksService } from './sign-in-links.service.js';

/** What a token opens: a member's link, or an invitation to become one. */
@Injectable()
export class SignInTokens {
  constructor(
    private readonly links: SignInLinksService,
    private readonly invitations: InvitationsRepository,
    private readonly members: MembersService,
  ) {}

  /** Writes to every member with the address. */
  sendLinks(email: string, baseUrl: string): Promise<void> {
    return this.links.sendLinks(email, baseUrl);
  }

  /** Uses it up: who comes in; null when it is unknown, used or too old. */
  async redeem(hash: Buffer): Promise<OwnedId | null> {
    return (await this.links.redeem(hash)) ?? this.joinAsMember(await this.invitations.accept(hash));
  }

  /** Who comes in with an address that is surely theirs: as the member they are, else by an open invitation. Nobody's invitation leads a member elsewhere. */
  async redeemByEmail(email: string): Promise<OwnedId | null> {
    return (
      (await this.members.findInAnyTenant(email)) ??
      this.joinAsMember(await this.invitations.acceptByEmail(email))
    );
  }

  /** Somebody who has become a member meanwhile stays what they are. */
  private async joinAsMember(accepted: AcceptedInvitation | null): Promise<OwnedId | null> {
    if (!accepted) return null;
    const { id, organizationId, mode, email, role } = accepted;
    const tenant = { organizationId, mode };
    const member = await this.members.findByEmail(tenant, email);
    return member ?? this.members.add(tenant, { email, role }, id);
  }
}
