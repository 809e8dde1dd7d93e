import { Injectable } from '@nestjs/common';
import type { CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { OwnedRepository, sql } from '../../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { DocumentFetch } from './document-fetch.entity.js';

/** Minutes until the first inquiry; each wait is twice the one before, a day at most. */
const INITIAL_DELAY_MINUTES = 1;
const MAX_DELAY_MINUTES = 1_440;
/** Inquiries while the freight is under way: for four hours. After its delivery: for two weeks. */
const MAX_ATTEMPTS = { underWay: 8, delivered: 24 };

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

  /** The freight has come: the inquiries begin anew. */
  async restartAfterDelivery(tenant: Tenant, id: number): Promise<void> {
    await this.update(tenant, id, {
      delivered: true,
      attempts: 0,
      dueAt: computeDueAt(INITIAL_DELAY_MINUTES),
    });
  }

  /** Nothing is looked for any more. */
  async stop(tenant: Tenant, id: number): Promise<void> {
    await this.update(tenant, id, { dueAt: null });
  }

  /** Of all tenants: inquiries that are due, taken for this process; none of carriers and organizations that have their share. */
  async claimDue(
    limit: number,
    leaseMs: number,
    butOf: { carrier: unknown[]; organization: unknown[] },
  ): Promise<DocumentFetch[]> {
    const where = [
      buildExclusion('carrier_id', butOf.carrier),
      buildExclusion('organization_id', butOf.organization),
    ]
      .filter(Boolean)
      .join(' AND ');
    const due = await this.leaseDue({ at: 'due_at', where }, limit, leaseMs, 'attempts = attempts + 1');
    const rows = await Promise.all(due.map(({ id, ...tenant }) => this.find(tenant, id)));
    return rows.filter((row) => row !== null);
  }

  /** Whether this was the last inquiry for now. */
  isLastAttempt({ attempts, delivered }: DocumentFetch): boolean {
    return attempts >= (delivered ? MAX_ATTEMPTS.delivered : MAX_ATTEMPTS.underWay);
  }

  /** What came of a claim: only its holder says, else false. @param over whether the carrier isn't asked again for now */
  async recordResult(
    tenant: Tenant,
    fetch: DocumentFetch,
    found: CarrierDocumentType[],
    over: boolean,
  ): Promise<boolean> {
    const { id, attempts, delivered } = fetch;
    const wait = Math.min(MAX_DELAY_MINUTES, INITIAL_DELAY_MINUTES * 2 ** attempts);
    const dueAt = over ? null : computeDueAt(wait);
    return this.update(tenant, id, { found, dueAt }, { attempts, delivered });
  }
}

function buildExclusion(column: string, ids: unknown[]): string {
  return ids.length > 0 ? `${column} NOT IN (${ids.map(Number).join()})` : '';
}

/** A tenth more or less, so that what began together spreads. */
function computeDueAt(minutes: number) {
  return sql(`now() + (0.9 + 0.2 * random()) * interval '${minutes} minutes'`);
}
