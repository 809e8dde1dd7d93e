import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository, type PlainRow } from '../../platform/tenancy/owned.repository.js';
import type { Page, PageRequest } from '../../platform/tenancy/page.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import type { Day } from '../../domain/days.js';
import { Quote } from './quote.entity.js';
import { QUOTE_STATES, type QuoteStatus, type QuoteTrigger } from './quote-states.js';

/** The quotes of each status as a client sees it, in parts: no index serves both halves of an OR in order. */
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
   * Stores the quotes of one rate request. They end with the service's own validity, which reaches the end of the pickup
   * day, or with the carrier's, if that is shorter; the database's clock decides. @param zone the origin's
   */
  async insertGroup(
    tenant: Tenant,
    quotes: PlainRow<Quote>[],
    { pickupDate, zone }: { pickupDate: Day; zone: string },
  ): Promise<Quote[]> {
    return this.insertAll(tenant, quotes, {
      expiresAt: {
        values: [this.config.quotes.validityMs, pickupDate, zone],
        text: ([ms, day, zone], byCarrier) => `LEAST(${byCarrier}, GREATEST(
          now() + ${ms}::float8 * interval '1 millisecond',
          (${day}::date + 1)::timestamp AT TIME ZONE ${zone}::text))`,
      },
    });
  }

  /** The one way to another status: by a row of the table. @throws Error when the table has no such row */
  async transition(tenant: Tenant, quote: Quote, trigger: QuoteTrigger): Promise<Quote> {
    const status = QUOTE_STATES.requireNext(quote.status, trigger);
    await this.write(tenant, quote.id, { status });
    return { ...quote, status };
  }

  /** One page of the quotes that are shown with one of these statuses. */
  async listByStatus(tenant: Tenant, statuses: QuoteStatus[], query: PageRequest): Promise<Page<Quote>> {
    const parts = [...new Set(statuses)].flatMap((status) => STATUS_CONDITIONS[status]);
    return this.pageOfParts(parts, tenant, query);
  }

  /** Of all tenants: active quotes whose time has run out, held until the transaction ends. */
  async lockExpired(limit: number): Promise<OwnedId[]> {
    return this.lockDue({ at: 'expires_at', where: "status = 'active'" }, limit);
  }
}
