import { Injectable } from '@nestjs/common';
import type { OwnedId } from '../../platform/tenancy/tenant.js';
import { InvitationsRepository, type AcceptedInvitation } from './invitations.repository.js';
import { MembersService } from './members.service.js';
import { SignInLinksRepository } from './sign-in-links.repository.js';

/** Redeems the tokens of sign-in links and invitations. */
@Injectable()
export class SignInTokens {
  constructor(
    private readonly links: SignInLinksRepository,
    private readonly invitations: InvitationsRepository,
    private readonly members: MembersService,
  ) {}

  /** Uses up the token and returns its member; null if the token is unknown, used or expired. */
  async redeem(hash: Buffer): Promise<OwnedId | null> {
    return (await this.links.redeem(hash)) ?? this.joinAsMember(await this.invitations.accept(hash));
  }

  /**
   * Returns the member with a verified address, or accepts an open invitation to it; null if there is neither. An
   * existing membership wins, so that an invitation cannot sign a member in to another organization.
   */
  async redeemByEmail(email: string): Promise<OwnedId | null> {
    return (
      (await this.members.findInAnyTenant(email)) ??
      this.joinAsMember(await this.invitations.acceptByEmail(email))
    );
  }

  /** Adds a member with the role of the invitation, unless the address is already a member. */
  private async joinAsMember(accepted: AcceptedInvitation | null): Promise<OwnedId | null> {
    if (!accepted) return null;
    const { id, organizationId, mode, email, role } = accepted;
    const tenant = { organizationId, mode };
    const member = await this.members.findByEmail(tenant, email);
    return member ?? this.members.add(tenant, { email, role }, id);
  }
}
