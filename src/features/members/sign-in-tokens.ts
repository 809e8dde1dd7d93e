import { Injectable } from '@nestjs/common';
import type { Role } from '../../platform/auth/roles.js';
import type { Mode, OwnedId } from '../../platform/tenancy/tenant.js';
import { InvitationsRepository, type AcceptedInvitation } from './invitations.repository.js';
import { MembersService } from './members.service.js';
import { SignInLinksRepository } from './sign-in-links.repository.js';

/** The purpose of a token, shown before its use. */
export interface TokenPreview {
  organization: string;
  email: string;
  /** Null for a sign-in link, which adds no member. */
  invitation: { role: Role; mode: Mode } | null;
}

/** Redeems the tokens of sign-in links and invitations. */
@Injectable()
export class SignInTokens {
  constructor(
    private readonly links: SignInLinksRepository,
    private readonly invitations: InvitationsRepository,
    private readonly members: MembersService,
  ) {}

  /** Returns what the token is for, without using it up; null if the token is unknown, used or expired. */
  async preview(hash: Buffer): Promise<TokenPreview | null> {
    const link = await this.links.describe(hash);
    if (link) return { organization: link.organization, email: link.email, invitation: null };
    const invitation = await this.invitations.describe(hash);
    if (!invitation) return null;
    const { organization, email, role, mode } = invitation;
    return { organization, email, invitation: { role, mode } };
  }

  /** Uses up the token and returns its member; null if the token is unknown, used or expired. */
  async redeem(hash: Buffer): Promise<OwnedId | null> {
    return (await this.links.redeem(hash)) ?? this.acceptInvitation(hash);
  }

  /**
   * Adds a member with the role of the invitation, unless the address is already a member. Returns null if the invitation
   * is unknown, used, revoked or expired. @param assertAllowed throws to leave the invitation open
   */
  async acceptInvitation(
    hash: Buffer,
    assertAllowed: (invitation: AcceptedInvitation) => void = () => undefined,
  ): Promise<OwnedId | null> {
    const accepted = await this.invitations.accept(hash);
    if (!accepted) return null;
    assertAllowed(accepted);
    const { id, organizationId, mode, email, role } = accepted;
    const tenant = { organizationId, mode };
    const member = await this.members.findByEmail(tenant, email);
    return member ?? this.members.add(tenant, { email, role }, id);
  }
}
