import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import type { Tenant } from '../tenancy/tenant.js';

const LEASE = `interval '30 seconds'`;
const RETENTION = `interval '24 hours'`;
const EXPIRED_SQL = `CASE WHEN sealed_answer IS NULL THEN lease_until <= now() ELSE created_at <= now() - ${RETENTION} END`;

/** An attempt at a request, which holds its key. */
export interface IdempotencyKeyLease {
  tenant: Tenant;
  key: string;
  fingerprint: Buffer;
  owner: string;
}

/** The request that holds a key. */
export interface ExistingRequest {
  sameRequest: boolean;
  /** Null while the first attempt runs. */
  sealedAnswer: Buffer | null;
}

interface ExistingRequestRow extends ExistingRequest {
  owner: string;
  outdated: boolean;
}

/** Stores keys and responses. Leases and retention run by the database's clock. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Claims the key for a new attempt, or returns the request that holds it. Inside a transaction the claim commits with
   * it. Outside, the claim commits at once, and its lease keeps the key.
   */
  async claim(
    tenant: Tenant,
    key: string,
    fingerprint: Buffer,
  ): Promise<IdempotencyKeyLease | ExistingRequest> {
    const lease: IdempotencyKeyLease = { tenant, key, fingerprint, owner: randomUUID() };
    for (;;) {
      const { free, taken } = await this.insert(lease);
      if (taken) return lease;
      const row = await this.find(lease);
      if (row && !row.outdated) return row;
      if (!free) return { sameRequest: true, sealedAnswer: null };
      if (row && (await this.takeOver(lease, row.owner))) return lease;
    }
  }

  /** Returns false if the attempt lost its key. */
  async storeResponse(lease: IdempotencyKeyLease, sealedAnswer: Buffer): Promise<boolean> {
    const rows = await this.transactions.prepared({
      name: 'idempotency_keep',
      text: `UPDATE idempotent_requests SET sealed_answer = $5
             WHERE organization_id = $1 AND mode = $2 AND key = $3 AND owner = $4 RETURNING 1`,
      values: [...toKeyValues(lease), lease.owner, sealedAnswer],
    });
    if (rows.length === 1) this.transactions.stored(lease.tenant, sealedAnswer.length);
    return rows.length === 1;
  }

  /** Stores the response of a failed attempt, whose row was possibly rolled back. */
  async storeFailure(lease: IdempotencyKeyLease, sealedAnswer: Buffer): Promise<void> {
    await this.transactions.prepared({
      name: 'idempotency_keep_failure',
      text: `INSERT INTO idempotent_requests
               (organization_id, mode, key, owner, fingerprint, lease_until, sealed_answer)
             VALUES ($1, $2, $3, $4, $5, now(), $6)
             ON CONFLICT (organization_id, mode, key) DO UPDATE SET sealed_answer = excluded.sealed_answer
             WHERE idempotent_requests.owner = excluded.owner`,
      values: [...toKeyValues(lease), lease.owner, lease.fingerprint, sealedAnswer],
    });
  }

  /** Releases the key, unless a response is stored. */
  async release(lease: IdempotencyKeyLease): Promise<void> {
    await this.transactions.prepared({
      name: 'idempotency_free',
      text: `DELETE FROM idempotent_requests
             WHERE organization_id = $1 AND mode = $2 AND key = $3 AND owner = $4 AND sealed_answer IS NULL`,
      values: [...toKeyValues(lease), lease.owner],
    });
  }

  /** Extends the leases. Skips rows that are locked, because their attempt is storing its response. */
  async renew(leases: IdempotencyKeyLease[]): Promise<void> {
    await this.transactions.prepared({
      name: 'idempotency_renew',
      text: `UPDATE idempotent_requests SET lease_until = now() + ${LEASE}
             WHERE (organization_id, mode, key) IN (
               SELECT r.organization_id, r.mode, r.key FROM idempotent_requests r
               JOIN unnest($1::bigint[], $2::text[], $3::text[], $4::uuid[]) a (organization_id, mode, key, owner)
                 ON r.organization_id = a.organization_id AND r.mode = a.mode AND r.key = a.key AND r.owner = a.owner
               WHERE r.sealed_answer IS NULL FOR UPDATE OF r SKIP LOCKED)`,
      values: [
        leases.map(({ tenant }) => tenant.organizationId),
        leases.map(({ tenant }) => tenant.mode),
        leases.map(({ key }) => key),
        leases.map(({ owner }) => owner),
      ],
    });
  }

  /** Deletes at most `limit` expired requests of all tenants. Returns their number. */
  async deleteOld(limit: number): Promise<number> {
    const rows = await this.transactions.prepared({
      name: 'idempotency_delete_old',
      text: `DELETE FROM idempotent_requests WHERE ctid = ANY (ARRAY(
               SELECT ctid FROM idempotent_requests
               WHERE created_at <= now() - ${RETENTION} AND (sealed_answer IS NOT NULL OR lease_until <= now())
               ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING 1`,
      values: [limit],
    });
    return rows.length;
  }

  /**
   * Claims a key without a row. `free` is false if an uncommitted claim holds the advisory lock. Outside of a transaction
   * the commit is asynchronous: the commit of the work flushes it, so a crash loses the claim only together with the work.
   */
  private async insert(lease: IdempotencyKeyLease): Promise<{ free: boolean; taken: boolean }> {
    const inTransaction = this.transactions.active;
    const rows = await this.transactions.prepared<{ free: boolean; taken: boolean }>({
      name: inTransaction ? 'idempotency_claim' : 'idempotency_claim_at_once',
      text: `WITH lock AS (
               SELECT pg_try_advisory_xact_lock(hashtextextended($1::bigint || ' ' || $2::text || ' ' || $3::text, 0)) AS free
             ), attempt AS (
               INSERT INTO idempotent_requests (organization_id, mode, key, owner, fingerprint, lease_until)
               SELECT $1, $2, $3, $4, $5, now() + ${LEASE} FROM lock WHERE free ON CONFLICT DO NOTHING RETURNING 1
             )
             SELECT free, EXISTS (SELECT FROM attempt) AS taken
               ${inTransaction ? '' : `, set_config('synchronous_commit', 'off', true)`} FROM lock`,
      values: [...toKeyValues(lease), lease.owner, lease.fingerprint],
    });
    return rows[0]!;
  }

  private async find(lease: IdempotencyKeyLease): Promise<ExistingRequestRow | undefined> {
    const rows = await this.transactions.prepared<ExistingRequestRow>({
      name: 'idempotency_find',
      text: `SELECT owner, sealed_answer AS "sealedAnswer", fingerprint = $4 AS "sameRequest", ${EXPIRED_SQL} AS outdated
             FROM idempotent_requests WHERE organization_id = $1 AND mode = $2 AND key = $3`,
      values: [...toKeyValues(lease), lease.fingerprint],
    });
    return rows[0];
  }

  private async takeOver(lease: IdempotencyKeyLease, from: string): Promise<boolean> {
    const rows = await this.transactions.prepared({
      name: 'idempotency_take_over',
      text: `UPDATE idempotent_requests
             SET owner = $4, fingerprint = $5, sealed_answer = NULL, created_at = now(), lease_until = now() + ${LEASE}
             WHERE organization_id = $1 AND mode = $2 AND key = $3 AND owner = $6 AND ${EXPIRED_SQL} RETURNING 1`,
      values: [...toKeyValues(lease), lease.owner, lease.fingerprint, from],
    });
    return rows.length === 1;
  }
}

function toKeyValues({ tenant, key }: IdempotencyKeyLease): unknown[] {
  return [tenant.organizationId, tenant.mode, key];
}
