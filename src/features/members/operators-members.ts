import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { OrganizationsService } from '../../platform/auth/organizations.service.js';
import type { Member } from '../../platform/auth/member.entity.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { MembersService, type NewMember } from './members.service.js';
import { SignInLinks } from './sign-in-links.js';

/** A member whom an operator lets in without a mail. */
export interface LetIn {
  member: Member;
  /** Signs in once, within a day; in this answer only. */
  link: string;
}

/** Members by operators: the first of an organization, and those whom no mail reaches. */
@Injectable()
export class OperatorsMembers {
  constructor(
    private readonly members: MembersService,
    private readonly links: SignInLinks,
    private readonly organizations: OrganizationsService,
    private readonly config: Config,
  ) {
    organizations.onCreate(async (organizationId, email) => {
      if (email !== null) await this.members.add(bothModes(organizationId), { email, role: 'admin' });
    });
  }

  /** @param baseUrl where the service is, when the settings don't say @throws ApiError resource_missing, member_exists */
  async add(organizationId: number, member: NewMember, baseUrl?: string): Promise<LetIn> {
    await this.organizations.get(organizationId);
    return this.letIn(await this.members.add(bothModes(organizationId), member), baseUrl);
  }

  /** @throws RowMissing */
  async link(id: number): Promise<LetIn> {
    return this.letIn(await this.members.findForLink(id));
  }

  private async letIn(member: Member, baseUrl?: string): Promise<LetIn> {
    const { publicUrl, port = 3000 } = this.config;
    const link = await this.links.forOperator(member, publicUrl ?? baseUrl ?? `http://localhost:${port}`);
    return { member, link };
  }
}

/** Where members stand who see both modes. */
function bothModes(organizationId: number): Tenant {
  return { organizationId, mode: 'live' };
}
