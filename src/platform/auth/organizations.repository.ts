import { Injectable } from '@nestjs/common';
import { ADVISORY_LOCKS } from '../database/advisory-locks.js';
import { Transactions } from '../database/transactions.js';
import { Organization } from './organization.entity.js';

@Injectable()
export class OrganizationsRepository {
  constructor(private readonly transactions: Transactions) {}

  async insert(values: Pick<Organization, 'name' | 'ownerEmail'>): Promise<Organization> {
    const organization = this.transactions.manager.create(Organization, values);
    await this.transactions.manager.insert(Organization, organization);
    return organization;
  }

  /** Returns true if an organization exists. Until the transaction ends, other processes wait here. */
  async lockAndCheckAny(): Promise<boolean> {
    const { manager } = this.transactions;
    await manager.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.firstOrganization]);
    return manager.exists(Organization);
  }

  list(): Promise<Organization[]> {
    return this.transactions.manager.find(Organization, { order: { id: 'ASC' } });
  }

  find(id: number): Promise<Organization | null> {
    return this.transactions.manager.findOneBy(Organization, { id });
  }
}
