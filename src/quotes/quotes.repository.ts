import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository, sql, type Sql } from '../tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../tenancy/tenant.js';
import { Quote } from './quote.entity.js';

@Injectable()
export class QuotesRepository extends OwnedRepository<Quote> {
  constructor(
    transactions: Transactions,
    private readonly config: Config,
  ) {
    super(transactions, Quote);
  }

  /** The service's own validity or the carrier's, if that is shorter; the database's clock decides. */
  expiry(byCarrier?: Date): Sql {
    const own = `now() + interval '${this.config.quotes.validityMs} milliseconds'`;
    return sql(byCarrier ? `LEAST(${own}, timestamptz '${byCarrier.toISOString()}')` : own);
  }

  /** Whether the price has run out by the database's clock, even if the expiry job hasn't come by yet. */
  async hasLapsed({ organizationId, mode }: Tenant, id: number): Promise<boolean> {
    const [row] = await this.transactions.prepared<{ lapsed: boolean }>({
      name: 'quote_lapsed',
      text: `SELECT expires_at <= now() AS lapsed FROM quotes
             WHERE organization_id = $1 AND mode = $2 AND id = $3`,
      values: [organizationId, mode, id],
    });
    return row?.lapsed ?? true;
  }

  /** Of all tenants: active quotes whose time has run out, held until the transaction ends. Others take other ones. */
  async lockLapsed(limit: number): Promise<OwnedId[]> {
    return this.transactions.manager.query<OwnedId[]>(
      `SELECT id, organization_id AS "organizationId", mode FROM quotes
       WHERE status = 'active' AND expires_at <= now()
       ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }
}
