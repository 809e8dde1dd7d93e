import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RateRequest } from '../carriers/carrier-adapter.js';
import { CarrierGateway, type CarrierResult } from '../carriers/carrier-gateway.js';
import { CustomersService } from '../customers/customers.service.js';
import { Transactions } from '../database/transactions.js';
import { EventsService } from '../events/events.service.js';
import { ApiError } from '../http/api-error.js';
import { Page } from '../http/list.js';
import type { Tenant } from '../tenancy/tenant.js';
import { ACCESSORIAL_NAMES } from '../vocabulary/accessorials.js';
import { sumCents } from '../vocabulary/charges.js';
import type { Quote } from './quote.entity.js';
import { presentCarrierResult, presentQuote } from './quote.presenter.js';
import type { CreateQuotesDto, QuoteDto, QuoteListQuery } from './quotes.dto.js';
import { QuotesRepository } from './quotes.repository.js';

@Injectable()
export class QuotesService {
  constructor(
    private readonly quotes: QuotesRepository,
    private readonly carriers: CarrierGateway,
    private readonly customers: CustomersService,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** Asks every enabled carrier, then stores one quote per carrier and service level. @throws ApiError no_rates */
  async create(tenant: Tenant, body: CreateQuotesDto): Promise<Page<QuoteDto>> {
    await this.customers.check(tenant, body.customer_id);
    const request = toRateRequest(body);
    const results = await this.carriers.rateAll(tenant, request);
    const carrierResults = results.map(presentCarrierResult);
    const groupId = `qg_${randomUUID().replaceAll('-', '')}`;
    const rows = results.flatMap((result) => this.toRows(result, request, body, groupId));
    if (rows.length === 0) {
      const transient = results.some(({ outcome }) => outcome === 'timeout' || outcome === 'error');
      throw new ApiError('no_rates', { extra: { carrier_results: carrierResults }, transient });
    }
    return this.transactions.finish(async () => {
      const quotes = (await this.quotes.insertAll(tenant, rows)).sort(byPrice).map(presentQuote);
      await this.events.publish(tenant, 'quote.created', { quote_group_id: groupId, quotes });
      return new Page(quotes, false, { quote_group_id: groupId, carrier_results: carrierResults });
    });
  }

  async list(
    tenant: Tenant,
    { customer_id: customerId, status, ...query }: QuoteListQuery,
  ): Promise<Page<QuoteDto>> {
    return (await this.quotes.page(tenant, query, { status, customerId })).map(presentQuote);
  }

  async get(tenant: Tenant, id: number): Promise<QuoteDto> {
    return presentQuote(await this.quotes.get(tenant, id));
  }

  /** All quotes of one rate request, cheapest first. @throws ApiError resource_missing */
  async group(tenant: Tenant, groupId: string): Promise<Page<QuoteDto>> {
    const quotes = await this.quotes.listBy(tenant, { groupId });
    if (quotes.length === 0) throw new ApiError('resource_missing');
    return new Page(quotes.sort(byPrice).map(presentQuote), false, { quote_group_id: groupId });
  }

  private toRows(result: CarrierResult, request: RateRequest, body: CreateQuotesDto, groupId: string) {
    const { carrierId, carrierName, scac } = result.connection;
    return result.rates.map(({ expiresAt, ...rate }) => ({
      ...rate,
      ...request,
      groupId,
      carrierId,
      carrierName,
      scac,
      customerId: body.customer_id ?? null,
      status: 'active' as const,
      netChargeCents: sumCents(rate.charges),
      expiresAt: this.quotes.expiry(expiresAt),
    }));
  }
}

function toRateRequest({ origin, destination, items, accessorials = {} }: CreateQuotesDto): RateRequest {
  return {
    origin,
    destination,
    items,
    accessorials: ACCESSORIAL_NAMES.filter((name) => accessorials[name]),
  };
}

function byPrice(a: Quote, b: Quote): number {
  return a.netChargeCents - b.netChargeCents || a.transitDays - b.transitDays || a.id - b.id;
}
