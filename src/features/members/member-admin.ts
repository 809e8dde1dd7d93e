import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { OrganizationsService } from '../../platform/auth/organizations.service.js';
import type { Member } from '../../platform/auth/member.entity.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { MembersService, type NewMember } from './members.service.js';
import { SignInLinksService } from './sign-in-links.service.js';

export interface MemberWithLink {
  member: Member;
  /** Signs in once within a day. Not stored. */
  link: string;
}

/** Manages members for operators: the first member of an organization, and members without a working mailbox. */
@Injectable()
export class MemberAdmin {
  constructor(
    private readonly members: MembersService,
    private readonly links: SignInLinksService,
    private readonly organizations: OrganizationsService,
    private readonly config: Config,
  ) {
    organizations.onCreate(async (organizationId, email) => {
      if (email !== null) await this.members.add(toBothModesTenant(organizationId), { email, role: 'admin' });
    });
  }

  /** @param baseUrl used if PUBLIC_URL is not set @throws ApiError resource_missing, member_exists */
  async add(organizationId: number, member: NewMember, baseUrl?: string): Promise<MemberWithLink> {
    await this.organizations.get(organizationId);
    return this.toMemberWithLink(await this.members.add(toBothModesTenant(organizationId), member), baseUrl);
  }

  async createSignInLink(id: number): Promise<MemberWithLink> {
    return this.toMemberWithLink(await this.members.getForSignInLink(id));
  }

  private async toMemberWithLink(member: Member, baseUrl?: string): Promise<MemberWithLink> {
    const { publicUrl, port = 3000 } = this.config;
    const link = await this.links.createForOperator(
      member,
      publicUrl ?? baseUrl ?? `http://localhost:${port}`,
    );
    return { member, link };
  }
}

/** Returns the tenant of members who see both modes: they are stored as live. */
function toBothModesTenant(organizationId: number): Tenant {
  return { organizationId, mode: 'live' };
}
