import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Quote } from '../../quotes/quote.entity.js';
import { presentQuote } from '../../quotes/quote.presenter.js';
import { QUOTE_STATES } from '../../quotes/quote-states.js';
import {
  quoteCreated,
  quoteExpired,
  type QuoteCreatedData,
  type QuoteExpiredData,
} from '../../quotes/quotes.events.js';
import { Quotes } from '../../quotes/quotes.js';
import { sql } from '../../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { SimulateDto } from '../sandbox.dto.js';
import { TestRows } from '../test-rows.js';
import { Simulations } from './simulations.js';

@Injectable()
export class QuoteSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: TestRows,
    private readonly quotes: Quotes,
  ) {}

  onModuleInit(): void {
    const find = (tenant: Tenant, { quote_id: id }: SimulateDto) => this.rows.pick(Quote, tenant, id);
    this.simulations.add(quoteCreated, { find, show: (tenant, quote) => this.group(tenant, quote) });
    this.simulations.add(quoteExpired, {
      find,
      show: (_tenant, quote) => lapsed(quote),
      move: (tenant, quote) => this.lapse(tenant, quote),
    });
  }

  private async group(tenant: Tenant, { groupId }: Quote): Promise<QuoteCreatedData> {
    const quotes = await this.rows.of(Quote).listBy(tenant, { groupId });
    return { quote_group_id: groupId, quotes: quotes.map(presentQuote) };
  }

  /** The quote's time runs out now. */
  private async lapse(tenant: Tenant, { id }: Quote): Promise<void> {
    const rows = this.rows.of(Quote);
    const { status } = await rows.lock(tenant, id);
    if (QUOTE_STATES.next(status, 'expire') === null) return;
    await rows.turn(tenant, id, { expiresAt: sql('now()') });
    await this.quotes.expire(tenant, await rows.get(tenant, id));
  }
}

function lapsed(quote: Quote): QuoteExpiredData {
  const expiresAt = quote.expiresAt < new Date() ? quote.expiresAt : new Date();
  return { quote: presentQuote({ ...quote, status: 'expired', expiresAt }) };
}
