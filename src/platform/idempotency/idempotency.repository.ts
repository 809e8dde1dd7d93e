import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import type { Tenant } from '../tenancy/tenant.js';

const LEASE = `interval '30 seconds'`;
const RETENTION = `interval '24 hours'`;
const EXPIRED_SQL = `CASE WHEN sealed_answer IS NULL THEN lease_until <= now() ELSE created_at <= now() - ${RETENTION} END`;

/** One attempt at a request, holding its key. */
export interface IdempotencyKeyLease {
  tenant: Tenant;
  key: string;
  fingerprint: Buffer;
  owner: string;
}

/** What is stored under a key that could not be taken. */
export interface ExistingRequest {
  sameRequest: boolean;
  /** Null while the first request still runs. */
  sealedAnswer: Buffer | null;
}

interface ExistingRequestRow extends ExistingRequest {
  owner: string;
  outdated: boolean;
}

/** The keys of requests and their answers; the database's clock decides what is alive and what is old. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Takes the key for a new attempt, or says what holds it: a live attempt or an answer. Inside a transaction the key
   * is held until its end and nobody else sees the attempt; outside, the attempt is committed at once, with a lease.
   */
  async claim(
    tenant: Tenant,
    key: string,
    fingerprint: Buffer,
  ): Promise<IdempotencyKeyLease | ExistingRequest> {
    const attempt: IdempotencyKeyLease = { tenant, key, fingerprint, owner: randomUUID() };
    for (;;) {
      const { free, taken } = await this.insert(attempt);
      if (taken) return attempt;
      const row = await this.find(attempt);
      if (row && !row.outdated) return row;
      if (!free) return { sameRequest: true, sealedAnswer: null };
      if (row && (await this.takeOver(attempt, row.owner))) return attempt;
    }
  }

  /** Stores the answer, in the transaction in progress if there is one. False when the attempt lost its key. */
  async storeResponse(attempt: IdempotencyKeyLease, sealedAnswer: Buffer): Promise<boolean> {
    const rows = await this.transactions.prepared({
      name: 'idempotency_keep',
      text: `UPDATE idempotent_requests SET sealed_answer = $5
             WHERE organization_id = $1 AND mode = $2 AND key = $3 AND owner = $4 RETURNING 1`,
      values: [...toKeyValues(attempt), attempt.owner, sealedAnswer],
    });
    if (rows.length === 1) this.transactions.stored(attempt.tenant, sealedAnswer.length);
    return rows.length === 1;
  }

  /** Stores the answer of an attempt that failed, whether its row is still there or was rolled back with its work. */
  async storeFailure(attempt: IdempotencyKeyLease, sealedAnswer: Buffer): Promise<void> {
    await this.transactions.prepared({
      name: 'idempotency_keep_failure',
      text: `INSERT INTO idempotent_requests
               (organization_id, mode, key, owner, fingerprint, lease_until, sealed_answer)
             VALUES ($1, $2, $3, $4, $5, now(), $6)
             ON CONFLICT (organization_id, mode, key) DO UPDATE SET sealed_answer = excluded.sealed_answer
             WHERE idempotent_requests.owner = excluded.owner`,
      values: [...toKeyValues(attempt), attempt.owner, attempt.fingerprint, sealedAnswer],
    });
  }

  /** Gives the key back, unless an answer is stored under it. */
  async release(attempt: IdempotencyKeyLease): Promise<void> {
    await this.transactions.prepared({
      name: 'idempotency_free',
      text: `DELETE FROM idempotent_requests
             WHERE organization_id = $1 AND mode = $2 AND key = $3 AND owner = $4 AND sealed_answer IS NULL`,
      values: [...toKeyValues(attempt), attempt.owner],
    });
  }

  /** Extends the leases of attempts that still run. One that is storing its answer just now needs no extension. */
  async renew(attempts: IdempotencyKeyLease[]): Promise<void> {
    await this.transactions.prepared({
      name: 'idempotency_renew',
      text: `UPDATE idempotent_requests SET lease_until = now() + ${LEASE}
             WHERE (organization_id, mode, key) IN (
               SELECT r.organization_id, r.mode, r.key FROM idempotent_requests r
               JOIN unnest($1::bigint[], $2::text[], $3::text[], $4::uuid[]) a (organization_id, mode, key, owner)
                 ON r.organization_id = a.organization_id AND r.mode = a.mode AND r.key = a.key AND r.owner = a.owner
               WHERE r.sealed_answer IS NULL FOR UPDATE OF r SKIP LOCKED)`,
      values: [
        attempts.map(({ tenant }) => tenant.organizationId),
        attempts.map(({ tenant }) => tenant.mode),
        attempts.map(({ key }) => key),
        attempts.map(({ owner }) => owner),
      ],
    });
  }

  /** Deletes up to `limit` requests of all tenants that are past their time; returns how many. */
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
   * The advisory lock makes an attempt that is still uncommitted known to others without making them wait for it.
   * Outside of a transaction the commit doesn't wait for the disk: the commit of the work does, and puts this row there
   * with it. A crash of the database in between loses both.
   */
  private async insert(attempt: IdempotencyKeyLease): Promise<{ free: boolean; taken: boolean }> {
    const joined = this.transactions.active;
    const rows = await this.transactions.prepared<{ free: boolean; taken: boolean }>({
      name: joined ? 'idempotency_claim' : 'idempotency_claim_at_once',
      text: `WITH lock AS (
               SELECT pg_try_advisory_xact_lock(hashtextextended($1::bigint || ' ' || $2::text || ' ' || $3::text, 0)) AS free
             ), attempt AS (
               INSERT INTO idempotent_requests (organization_id, mode, key, owner, fingerprint, lease_until)
               SELECT $1, $2, $3, $4, $5, now() + ${LEASE} FROM lock WHERE free ON CONFLICT DO NOTHING RETURNING 1
             )
             SELECT free, EXISTS (SELECT FROM attempt) AS taken
               ${joined ? '' : `, set_config('synchronous_commit', 'off', true)`} FROM lock`,
      values: [...toKeyValues(attempt), attempt.owner, attempt.fingerprint],
    });
    return rows[0]!;
  }

  private async find(attempt: IdempotencyKeyLease): Promise<ExistingRequestRow | undefined> {
    const rows = await this.transactions.prepared<ExistingRequestRow>({
      name: 'idempotency_find',
      text: `SELECT owner, sealed_answer AS "sealedAnswer", fingerprint = $4 AS "sameRequest", ${EXPIRED_SQL} AS outdated
             FROM idempotent_requests WHERE organization_id = $1 AND mode = $2 AND key = $3`,
      values: [...toKeyValues(attempt), attempt.fingerprint],
    });
    return rows[0];
  }

  private async takeOver(attempt: IdempotencyKeyLease, from: string): Promise<boolean> {
    const rows = await this.transactions.prepared({
      name: 'idempotency_take_over',
      text: `UPDATE idempotent_requests
             SET owner = $4, fingerprint = $5, sealed_answer = NULL, created_at = now(), lease_until = now() + ${LEASE}
             WHERE organization_id = $1 AND mode = $2 AND key = $3 AND owner = $6 AND ${EXPIRED_SQL} RETURNING 1`,
      values: [...toKeyValues(attempt), attempt.owner, attempt.fingerprint, from],
    });
    return rows.length === 1;
  }
}

function toKeyValues({ tenant, key }: IdempotencyKeyLease): unknown[] {
  return [tenant.organizationId, tenant.mode, key];
}
