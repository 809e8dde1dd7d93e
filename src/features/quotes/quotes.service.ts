import { Injectable } from '@nestjs/common';
import type { RateRequest } from '../carriers/carrier-requests.js';
import type { PriceResult } from '../carriers/price-result.js';
import type { Markup } from '../customers/customer.entity.js';
import { Transactions } from '../../platform/database/transactions.js';
import { EventsService } from '../events/events.service.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { Page } from '../../platform/tenancy/page.js';
import { plusBusinessDays } from '../../domain/business-days.js';
import { drawnId } from '../../domain/drawn-ids.js';
import { timeZoneOf } from '../../domain/time-zones.js';
import { priced } from './markup.js';
import type { Quote } from './quote.entity.js';
import { presentCarrierResult, presentQuote, presentQuoteTo } from './quote.presenter.js';
import type { CreateQuotesDto, QuoteDto, QuoteListQuery } from './quotes.dto.js';
import { warningsOf } from './quote-warnings.js';
import { quoteCreated } from './quotes.events.js';
import { PriceSources } from './price-sources.service.js';
import { recommended } from './recommendation.js';
import { rateRequestOf } from './rate-request.js';
import { shipDateOf, type ShipDate } from './ship-date.js';
import { QuotesRepository } from './quotes.repository.js';
import { SavedReferences } from './saved-references.service.js';

@Injectable()
export class QuotesService {
  constructor(
    private readonly quotes: QuotesRepository,
    private readonly sources: PriceSources,
    private readonly saved: SavedReferences,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** Asks every enabled carrier and tariff, then stores one quote per carrier and service level. @throws ApiError no_rates */
  async create(tenant: Caller, asked: CreateQuotesDto): Promise<Page<QuoteDto>> {
    const body = await this.saved.resolve(tenant, asked);
    const dates = shipDateOf(body.ship_date, body.origin.zip!, new Date());
    const request = rateRequestOf(body, dates.pickupDate);
    const markup = await this.saved.markupOf(tenant, body);
    const { results, rules } = await this.sources.priceAll(tenant, request);
    const carrierResults = results.map(presentCarrierResult);
    const groupId = drawnId('qg');
    const warnings = warningsOf(request, dates);
    const common = { groupId, customerId: body.customer_id ?? null, warnings, markup, ...dates };
    const rows = results.flatMap((result) => this.toRows(result, request, common));
    if (rows.length === 0) {
      const transient = results.some(({ outcome }) => outcome === 'timeout' || outcome === 'error');
      throw new ApiError('no_rates', { extra: { carrier_results: carrierResults }, transient });
    }
    const best = recommended(rows, rules);
    return this.transactions.finish(async () => {
      const quotes = (
        await this.quotes.insertGroup(
          tenant,
          rows.map((row) => ({ ...row, recommended: row === best })),
          { pickupDate: dates.pickupDate, zone: timeZoneOf(request.origin.zip) },
        )
      ).sort(byPrice);
      await this.events.publish(tenant, quoteCreated, {
        quote_group_id: groupId,
        quotes: quotes.map(presentQuote),
      });
      const shown = quotes.map((quote) => presentQuoteTo(tenant, quote));
      return new Page(shown, false, { quote_group_id: groupId, warnings, carrier_results: carrierResults });
    });
  }

  async list(tenant: Caller, query: QuoteListQuery): Promise<Page<QuoteDto>> {
    const page = await this.quotes.pageOf(tenant, query.status, query);
    return page.map((quote) => presentQuoteTo(tenant, quote));
  }

  async get(tenant: Caller, id: number): Promise<QuoteDto> {
    return presentQuoteTo(tenant, await this.quotes.get(tenant, id));
  }

  /** All quotes of one rate request, cheapest first. @throws ApiError resource_missing */
  async group(tenant: Caller, groupId: string): Promise<Page<QuoteDto>> {
    const quotes = await this.quotes.listBy(tenant, { groupId });
    if (quotes.length === 0) throw new ApiError('resource_missing');
    const { warnings } = quotes[0]!;
    const shown = quotes.sort(byPrice).map((quote) => presentQuoteTo(tenant, quote));
    return new Page(shown, false, { quote_group_id: groupId, warnings });
  }

  private toRows(
    result: PriceResult,
    request: RateRequest,
    { markup, ...common }: CommonToGroup & { markup: Markup | null },
  ) {
    const { carrierId, carrierName, scac } = result.carrier;
    const { bookedBy, tenderEmail = null } = result;
    const { origin, destination, items, accessorials, limitedAccess, declaredValueCents } = request;
    return result.rates.map((rate) => ({
      ...rate,
      ...priced(rate, markup),
      origin,
      destination,
      items,
      accessorials,
      limitedAccess,
      declaredValueCents,
      ...common,
      estimatedDeliveryDate:
        rate.estimatedDeliveryDate ?? plusBusinessDays(common.pickupDate, rate.transitDays),
      carrierId,
      carrierName,
      scac,
      bookedBy,
      tenderEmail,
      status: 'active' as const,
    }));
  }
}

/** What the quotes of one group share beside the request. */
type CommonToGroup = ShipDate & Pick<Quote, 'groupId' | 'customerId' | 'warnings'>;

function byPrice(a: Quote, b: Quote): number {
  return a.netChargeCents - b.netChargeCents || a.transitDays - b.transitDays || a.id - b.id;
}
