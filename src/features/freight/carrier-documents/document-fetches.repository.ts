import { Injectable } from '@nestjs/common';
import type { CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { OwnedRepository, sql } from '../../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { DocumentFetch } from './document-fetch.entity.js';

/** Delay of the first attempt. It doubles with each attempt, up to a day. */
const INITIAL_DELAY_MINUTES = 1;
const MAX_DELAY_MINUTES = 1_440;
/** Four hours of attempts before the delivery, two weeks after it. */
const MAX_ATTEMPTS = { beforeDelivery: 8, delivered: 24 };

@Injectable()
export class DocumentFetchesRepository extends OwnedRepository<DocumentFetch> {
  constructor(transactions: Transactions) {
    super(transactions, DocumentFetch);
  }

  findByFreight(tenant: Tenant, freightId: number): Promise<DocumentFetch | null> {
    return this.findBy(tenant, { freightId });
  }

  async create(tenant: Tenant, freightId: number, carrierId: number): Promise<void> {
    await this.insert(tenant, { freightId, carrierId, dueAt: computeDueAt(INITIAL_DELAY_MINUTES) });
  }

  async restartAfterDelivery(tenant: Tenant, id: number): Promise<void> {
    await this.update(tenant, id, {
      delivered: true,
      attempts: 0,
      dueAt: computeDueAt(INITIAL_DELAY_MINUTES),
    });
  }

  async stop(tenant: Tenant, id: number): Promise<void> {
    await this.update(tenant, id, { dueAt: null });
  }

  /** Claims due fetches of all tenants, except those of `excluded` carriers and organizations. */
  async claimDue(
    limit: number,
    leaseMs: number,
    excluded: { carrier: unknown[]; organization: unknown[] },
  ): Promise<DocumentFetch[]> {
    const where = [
      buildExclusion('carrier_id', excluded.carrier),
      buildExclusion('organization_id', excluded.organization),
    ]
      .filter(Boolean)
      .join(' AND ');
    const due = await this.leaseDue({ at: 'due_at', where }, limit, leaseMs, 'attempts = attempts + 1');
    const rows = await Promise.all(due.map(({ id, ...tenant }) => this.find(tenant, id)));
    return rows.filter((row) => row !== null);
  }

  isLastAttempt({ attempts, delivered }: DocumentFetch): boolean {
    return attempts >= (delivered ? MAX_ATTEMPTS.delivered : MAX_ATTEMPTS.beforeDelivery);
  }

  /** Returns false if the lease is lost. @param done no attempt follows */
  async recordResult(
    tenant: Tenant,
    fetch: DocumentFetch,
    found: CarrierDocumentType[],
    done: boolean,
  ): Promise<boolean> {
    const { id, attempts, delivered } = fetch;
    const delay = Math.min(MAX_DELAY_MINUTES, INITIAL_DELAY_MINUTES * 2 ** attempts);
    const dueAt = done ? null : computeDueAt(delay);
    return this.update(tenant, id, { found, dueAt }, { attempts, delivered });
  }
}

function buildExclusion(column: string, ids: unknown[]): string {
  return ids.length > 0 ? `${column} NOT IN (${ids.map(Number).join()})` : '';
}

/** Adds jitter of 10 % in both directions. */
function computeDueAt(minutes: number) {
  return sql(`now() + (0.9 + 0.2 * random()) * interval '${minutes} minutes'`);
}
