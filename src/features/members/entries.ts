import { Injectable } from '@nestjs/common';
import type { OwnedId } from '../../platform/tenancy/tenant.js';
import { InvitationsRepository, type Accepted } from './invitations.repository.js';
import { MembersService } from './members.service.js';
import { SignInLinks } from './sign-in-links.js';

/** What a token opens: a member's link, or an invitation to become one. */
@Injectable()
export class Entries {
  constructor(
    private readonly links: SignInLinks,
    private readonly invitations: InvitationsRepository,
    private readonly members: MembersService,
  ) {}

  /** Writes to every member with the address. */
  mail(email: string, baseUrl: string): Promise<void> {
    return this.links.mail(email, baseUrl);
  }

  /** Uses it up: who comes in; null when it is unknown, used or too old. */
  async take(hash: Buffer): Promise<OwnedId | null> {
    return (await this.links.take(hash)) ?? this.join(await this.invitations.accept(hash));
  }

  /** Who comes in with an address that is surely theirs: as the member they are, else by an open invitation. Nobody's invitation leads a member elsewhere. */
  async takeByEmail(email: string): Promise<OwnedId | null> {
    return (await this.members.findAnywhere(email)) ?? this.join(await this.invitations.acceptFor(email));
  }

  /** Somebody who has become a member meanwhile stays what they are. */
  private async join(accepted: Accepted | null): Promise<OwnedId | null> {
    if (!accepted) return null;
    const { id, organizationId, mode, email, role } = accepted;
    const tenant = { organizationId, mode };
    const member = await this.members.findByEmail(tenant, email);
    return member ?? this.members.add(tenant, { email, role }, id);
  }
}
