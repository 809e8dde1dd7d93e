import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { EventsService } from '../events/events.service.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { runInBatches } from '../../platform/jobs/run-in-batches.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';
import type { Quote } from './quote.entity.js';
import { toQuoteDto } from './quote.mapper.js';
import { quoteExpired } from './quotes.events.js';
import { QuotesRepository } from './quotes.repository.js';

const EXPIRY_BATCH = 200;

/** Books, releases and expires quotes, inside the caller's transaction. */
@Injectable()
export class QuoteLifecycle {
  constructor(
    private readonly quotes: QuotesRepository,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws RowMissing */
  get(tenant: Tenant, id: number): Promise<Quote> {
    return this.quotes.get(tenant, id);
  }

  find(tenant: Tenant, id: number): Promise<Quote | null> {
    return this.quotes.find(tenant, id);
  }

  /** @throws ApiError quote_already_booked, quote_expired */
  async book(tenant: Tenant, id: number): Promise<Quote> {
    const quote = await this.quotes.lock(tenant, id);
    if (quote.status === 'booked') throw new ApiError('quote_already_booked');
    if (quote.status === 'expired' || quote.lapsed) throw new ApiError('quote_expired');
    return this.quotes.transition(tenant, quote, 'book');
  }

  /** Returns a booked quote to `active`, or to `expired` if its validity has ended. */
  async release(tenant: Tenant, id: number): Promise<void> {
    const quote = await this.quotes.lock(tenant, id);
    if (quote.status !== 'booked') return;
    const active = await this.quotes.transition(tenant, quote, 'release');
    if (quote.lapsed) await this.expire(tenant, active);
  }

  /** Expires due quotes in batches and returns their number. Safe to run in several processes. */
  @PeriodicJob('5s', 'quote expiry')
  async expireDue(): Promise<number> {
    return runInBatches(EXPIRY_BATCH, (limit) => this.expireBatch(limit));
  }

  /** Expires an active quote, whose row must be locked. */
  async expire(tenant: Tenant, quote: Quote): Promise<void> {
    const expired = await this.quotes.transition(tenant, quote, 'expire');
    await this.events.publish(tenant, quoteExpired, { quote: toQuoteDto(expired) });
  }

  private async expireBatch(limit: number): Promise<number> {
    return this.transactions.run(async () => {
      const due = await this.quotes.lockExpired(limit);
      for (const { id, ...tenant } of due) await this.expire(tenant, await this.quotes.get(tenant, id));
      return due.length;
    });
  }
}
