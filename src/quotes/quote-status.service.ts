import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { EventsService } from '../events/events.service.js';
import { ApiError } from '../http/api-error.js';
import { inBatches } from '../queue/batches.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { Quote } from './quote.entity.js';
import { presentQuote } from './quote.presenter.js';
import { QUOTE_STATES, type QuoteTrigger } from './quote-states.js';
import { QuotesRepository } from './quotes.repository.js';

const EXPIRY_BATCH = 200;

/** Moves quotes through their states, inside the transaction of what moved them. */
@Injectable()
export class QuoteStatusService {
  constructor(
    private readonly quotes: QuotesRepository,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** Takes the quote for one shipment. @throws ApiError quote_already_booked, quote_expired */
  async book(tenant: Tenant, id: number): Promise<Quote> {
    const quote = await this.quotes.lock(tenant, id);
    if (quote.status === 'booked') throw new ApiError('quote_already_booked');
    if (quote.status === 'expired' || (await this.quotes.hasLapsed(tenant, id))) {
      throw new ApiError('quote_expired');
    }
    return this.move(tenant, quote, 'book');
  }

  /** Frees a booked quote: active again, or expired when its time has run out meanwhile. */
  async release(tenant: Tenant, id: number): Promise<void> {
    const quote = await this.quotes.lock(tenant, id);
    if (quote.status !== 'booked') return;
    const active = await this.move(tenant, quote, 'release');
    if (await this.quotes.hasLapsed(tenant, id)) await this.expire(tenant, active);
  }

  /** Expires what has run out, in batches until nothing is left; says how many. Safe in several processes at once. */
  async expireDue(): Promise<number> {
    return inBatches(EXPIRY_BATCH, (limit) => this.expireBatch(limit));
  }

  private async expireBatch(limit: number): Promise<number> {
    return this.transactions.run(async () => {
      const due = await this.quotes.lockLapsed(limit);
      for (const { id, ...tenant } of due) await this.expire(tenant, await this.quotes.get(tenant, id));
      return due.length;
    });
  }

  private async expire(tenant: Tenant, quote: Quote): Promise<void> {
    const expired = await this.move(tenant, quote, 'expire');
    await this.events.publish(tenant, 'quote.expired', { quote: presentQuote(expired) });
  }

  private async move(tenant: Tenant, quote: Quote, trigger: QuoteTrigger): Promise<Quote> {
    const status = QUOTE_STATES.next(quote.status, trigger);
    if (status === null) throw new Error(`A quote that is ${quote.status} can't ${trigger}.`);
    await this.quotes.update(tenant, quote.id, { status });
    return Object.assign(quote, { status });
  }
}
