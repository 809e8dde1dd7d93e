import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/errors/api-error.js';
import { ApiKeysService } from './api-keys.service.js';
import { AuditLogService } from './audit-log.service.js';
import type { Organization } from './organization.entity.js';
import { OrganizationsRepository } from './organizations.repository.js';

export interface NewOrganization {
  organization: Organization;
  testKey: string;
  liveKey: string;
}

type CreationHook = (organizationId: number, ownerEmail: string | null) => Promise<void>;

@Injectable()
export class OrganizationsService {
  private readonly creationHooks: CreationHook[] = [];

  constructor(
    private readonly transactions: Transactions,
    private readonly organizations: OrganizationsRepository,
    private readonly keys: ApiKeysService,
    private readonly audit: AuditLogService,
  ) {}

  /** Registers a hook at startup, for features that set up new organizations. */
  onCreate(hook: CreationHook): void {
    this.creationHooks.push(hook);
  }

  /** Creates an organization with a test and a live key. The keys are not stored; only this result contains them. */
  async create(name: string, ownerEmail: string | null = null): Promise<NewOrganization> {
    return this.transactions.run(async () => {
      const organization = await this.organizations.insert({ name, ownerEmail });
      const { id } = organization;
      await this.audit.record({ organizationId: id, mode: 'live' }, 'organization.created', { name });
      for (const hook of this.creationHooks) await hook(id, ownerEmail);
      const test = await this.keys.create(id, 'test');
      const live = await this.keys.create(id, 'live');
      return { organization, testKey: test.key, liveKey: live.key };
    });
  }

  /** Creates the first organization; null if there is one. Only one of several starting processes creates it. */
  async createFirst(name: string): Promise<NewOrganization | null> {
    return this.transactions.run(async () =>
      (await this.organizations.lockAndCheckAny()) ? null : this.create(name),
    );
  }

  list(): Promise<Organization[]> {
    return this.organizations.list();
  }

  async get(id: number): Promise<Organization> {
    const organization = await this.organizations.find(id);
    if (!organization) throw new ApiError('resource_missing', { message: `No organization with id ${id}.` });
    return organization;
  }
}
