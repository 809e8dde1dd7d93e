import { Injectable } from '@nestjs/common';
import { ADVISORY_LOCKS } from '../database/advisory-locks.js';
import { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/errors/api-error.js';
import { ApiKeysService } from './api-keys.service.js';
import { AuditLogService } from './audit-log.service.js';
import { Organization } from './organization.entity.js';

export interface NewOrganization {
  organization: Organization;
  testKey: string;
  liveKey: string;
}

/** Work that a feature adds to the making of an organization, in the same transaction. */
type CreationHook = (organizationId: number, ownerEmail: string | null) => Promise<void>;

@Injectable()
export class OrganizationsService {
  private readonly creationHooks: CreationHook[] = [];

  constructor(
    private readonly transactions: Transactions,
    private readonly keys: ApiKeysService,
    private readonly audit: AuditLogService,
  ) {}

  /** Features that a new organization starts out with register here at boot. */
  onCreate(step: CreationHook): void {
    this.creationHooks.push(step);
  }

  /** An organization with a key for each mode; the keys are in the answer and nowhere else. */
  async create(name: string, ownerEmail: string | null = null): Promise<NewOrganization> {
    return this.transactions.run(async () => {
      const organization = this.transactions.manager.create(Organization, { name, ownerEmail });
      await this.transactions.manager.insert(Organization, organization);
      await this.audit.record({ organizationId: organization.id, mode: 'live' }, 'organization.created', {
        name,
      });
      for (const step of this.creationHooks) await step(organization.id, ownerEmail);
      const test = await this.keys.create(organization.id, 'test');
      const live = await this.keys.create(organization.id, 'live');
      return { organization, testKey: test.key, liveKey: live.key };
    });
  }

  /** Null when there is one already. Of several processes that start at once one makes it. */
  async createFirst(name: string): Promise<NewOrganization | null> {
    return this.transactions.run(async () => {
      const { manager } = this.transactions;
      await manager.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.firstOrganization]);
      return (await manager.exists(Organization)) ? null : this.create(name);
    });
  }

  /** All of them, oldest first. */
  list(): Promise<Organization[]> {
    return this.transactions.manager.find(Organization, { order: { id: 'ASC' } });
  }

  /** @throws ApiError resource_missing */
  async get(id: number): Promise<Organization> {
    const organization = await this.transactions.manager.findOneBy(Organization, { id });
    if (!organization) throw new ApiError('resource_missing', { message: `No organization ${id}.` });
    return organization;
  }
}
