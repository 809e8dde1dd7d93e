import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository, type PlainRow } from '../../platform/tenancy/owned.repository.js';
import type { Page, PageRequest } from '../../platform/tenancy/page.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import { Quote } from './quote.entity.js';
import { QUOTE_STATES, type QuoteStatus, type QuoteTrigger } from './quote-states.js';

/** Conditions of each displayed status, as separate queries: no index returns the rows of an OR in order. */
const STATUS_CONDITIONS: Record<QuoteStatus, string[]> = {
  active: [" AND status = 'active' AND expires_at > now()"],
  booked: [" AND status = 'booked'"],
  expired: [" AND status = 'expired'", " AND status = 'active' AND expires_at <= now()"],
};

@Injectable()
export class QuotesRepository extends OwnedRepository<Quote, 'status'> {
  constructor(
    transactions: Transactions,
    private readonly config: Config,
  ) {
    super(transactions, Quote, ['items', 'warnings']);
  }

  /**
   * Stores the quotes of one rate request. They expire after QUOTE_VALIDITY but not before the end of the pickup day, or
   * earlier if the carrier says so. The database's clock decides.
   * @param zone time zone of the origin
   */
  async insertGroup(tenant: Tenant, quotes: PlainRow<Quote>[], zone: string): Promise<Quote[]> {
    return this.insertAll(tenant, quotes, {
      expiresAt: {
        values: [this.config.quotes.validityMs, zone],
        text: ([ms, zone], byCarrier) => `LEAST(${byCarrier}, GREATEST(
          now() + ${ms}::float8 * interval '1 millisecond',
          (given.pickup_date + 1)::timestamp AT TIME ZONE ${zone}::text))`,
      },
    });
  }

  /** Every change of the status goes through here. @throws Error if the state table has no such transition */
  async transition(tenant: Tenant, quote: Quote, trigger: QuoteTrigger): Promise<Quote> {
    const status = QUOTE_STATES.requireNext(quote.status, trigger);
    await this.write(tenant, quote.id, { status });
    return { ...quote, status };
  }

  async listByStatus(tenant: Tenant, statuses: QuoteStatus[], query: PageRequest): Promise<Page<Quote>> {
    const parts = [...new Set(statuses)].flatMap((status) => STATUS_CONDITIONS[status]);
    return this.pageOfParts(parts, tenant, query);
  }

  /** Locks lapsed active quotes of all tenants until the transaction ends. */
  async lockExpired(limit: number): Promise<OwnedId[]> {
    return this.lockDue({ at: 'expires_at', where: "status = 'active'" }, limit);
  }
}
