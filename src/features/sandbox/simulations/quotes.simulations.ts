import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Quote } from '../../quotes/quote.entity.js';
import { toQuoteDto } from '../../quotes/quote.mapper.js';
import { QUOTE_STATES } from '../../quotes/quote-states.js';
import {
  quoteCreated,
  quoteExpired,
  type QuoteCreatedData,
  type QuoteExpiredData,
} from '../../quotes/quotes.events.js';
import { QuoteLifecycle } from '../../quotes/quote-lifecycle.js';
import { sql } from '../../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { SimulateDto } from '../sandbox.dto.js';
import { SandboxRepositories } from '../sandbox-repositories.js';
import { Simulations } from './simulations.js';

@Injectable()
export class QuoteSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: SandboxRepositories,
    private readonly quotes: QuoteLifecycle,
  ) {}

  onModuleInit(): void {
    const find = (tenant: Tenant, { quote_id: id }: SimulateDto) => this.rows.findOrNewest(Quote, tenant, id);
    this.simulations.add(quoteCreated, { find, show: (tenant, quote) => this.buildGroupData(tenant, quote) });
    this.simulations.add(quoteExpired, {
      find,
      show: (_tenant, quote) => buildExpiredData(quote),
      move: (tenant, quote) => this.expire(tenant, quote),
    });
  }

  private async buildGroupData(tenant: Tenant, { groupId }: Quote): Promise<QuoteCreatedData> {
    const quotes = await this.rows.get(Quote).listBy(tenant, { groupId });
    return { quote_group_id: groupId, quotes: quotes.map(toQuoteDto) };
  }

  private async expire(tenant: Tenant, { id }: Quote): Promise<void> {
    const rows = this.rows.get(Quote);
    const { status } = await rows.lock(tenant, id);
    if (QUOTE_STATES.next(status, 'expire') === null) return;
    await rows.setTimes(tenant, id, { expiresAt: sql('now()') });
    await this.quotes.expire(tenant, await rows.get(tenant, id));
  }
}

function buildExpiredData(quote: Quote): QuoteExpiredData {
  const expiresAt = quote.expiresAt < new Date() ? quote.expiresAt : new Date();
  return { quote: toQuoteDto({ ...quote, status: 'expired', expiresAt }) };
}
