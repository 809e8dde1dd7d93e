import { Injectable } from '@nestjs/common';
import type { RateRequest } from '../carriers/carrier-requests.js';
import type { PriceResult } from '../carriers/price-result.js';
import type { Markup } from '../customers/customer.entity.js';
import { Transactions } from '../../platform/database/transactions.js';
import { EventsService } from '../events/events.service.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import { Page } from '../../platform/tenancy/page.js';
import { addBusinessDays } from '../../domain/business-days.js';
import { newId } from '../../domain/ids.js';
import { timeZoneOf } from '../../domain/time-zones.js';
import { applyMarkup } from './markup.js';
import type { Quote } from './quote.entity.js';
import { toCarrierResultDto, toQuoteDto, toScopedQuoteDto } from './quote.mapper.js';
import type { CreateQuotesDto, QuoteDto, QuoteListQuery } from './quotes.dto.js';
import { buildQuoteWarnings } from './quote-warnings.js';
import { quoteCreated } from './quotes.events.js';
import { RateShoppingService } from './rate-shopping.service.js';
import { selectRecommended } from './recommendation.js';
import { buildRateRequest } from './rate-request.js';
import { resolveShipDates, type ShipDates } from './ship-date.js';
import { QuotesRepository } from './quotes.repository.js';
import { SavedReferencesService } from './saved-references.service.js';

@Injectable()
export class QuotesService {
  constructor(
    private readonly quotes: QuotesRepository,
    private readonly sources: RateShoppingService,
    private readonly saved: SavedReferencesService,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** Rates with every enabled carrier and tariff, then stores one quote per carrier and service level. @throws ApiError no_rates */
  async create(caller: Caller, given: CreateQuotesDto): Promise<Page<QuoteDto>> {
    const body = await this.saved.resolve(caller, given);
    const dates = resolveShipDates(body.ship_date, body.origin.zip!, new Date());
    const request = buildRateRequest(body, dates.pickupDate);
    const markup = await this.saved.findMarkup(caller, body);
    const { results, rules } = await this.sources.rateAll(caller, request);
    const carrierResults = results.map(toCarrierResultDto);
    const groupId = newId('qg');
    const warnings = buildQuoteWarnings(request, dates);
    const common = { groupId, customerId: body.customer_id ?? null, warnings, markup, ...dates };
    const rows = results.flatMap((result) => this.toRows(result, request, common));
    if (rows.length === 0) {
      const transient = results.some(({ outcome }) => outcome === 'timeout' || outcome === 'error');
      throw new ApiError('no_rates', { extra: { carrier_results: carrierResults }, transient });
    }
    const best = selectRecommended(rows, rules);
    return this.transactions.finish(async () => {
      const quotes = (
        await this.quotes.insertGroup(
          caller,
          rows.map((row) => ({ ...row, recommended: row === best })),
          { pickupDate: dates.pickupDate, zone: timeZoneOf(request.origin.zip) },
        )
      ).sort(compareByPrice);
      await this.events.publish(caller, quoteCreated, {
        quote_group_id: groupId,
        quotes: quotes.map(toQuoteDto),
      });
      const data = quotes.map((quote) => toScopedQuoteDto(caller, quote));
      return new Page(data, false, { quote_group_id: groupId, warnings, carrier_results: carrierResults });
    });
  }

  async list(caller: Caller, query: QuoteListQuery): Promise<Page<QuoteDto>> {
    const page = await this.quotes.listByStatus(caller, query.status, query);
    return page.map((quote) => toScopedQuoteDto(caller, quote));
  }

  async get(caller: Caller, id: number): Promise<QuoteDto> {
    return toScopedQuoteDto(caller, await this.quotes.get(caller, id));
  }

  /** Returns all quotes of a rate request, cheapest first. @throws RowMissing */
  async getGroup(caller: Caller, groupId: string): Promise<Page<QuoteDto>> {
    const quotes = await this.quotes.listBy(caller, { groupId });
    if (quotes.length === 0) throw new RowMissing();
    const { warnings } = quotes[0]!;
    const data = quotes.sort(compareByPrice).map((quote) => toScopedQuoteDto(caller, quote));
    return new Page(data, false, { quote_group_id: groupId, warnings });
  }

  private toRows(
    result: PriceResult,
    request: RateRequest,
    { markup, ...common }: QuoteGroupFields & { markup: Markup | null },
  ) {
    const { carrierId, carrierName, scac } = result.carrier;
    const { bookedBy, tenderEmail = null } = result;
    const { shipDate: _pickupDate, terms: _terms, billTo: _billTo, ...freight } = request;
    return result.rates.map((rate) => ({
      ...rate,
      ...applyMarkup(rate, markup),
      ...freight,
      ...common,
      estimatedDeliveryDate:
        rate.estimatedDeliveryDate ?? addBusinessDays(common.pickupDate, rate.transitDays),
      carrierId,
      carrierName,
      scac,
      bookedBy,
      tenderEmail,
      status: 'active' as const,
    }));
  }
}

/** Columns that the quotes of a group share besides the request. */
type QuoteGroupFields = ShipDates & Pick<Quote, 'groupId' | 'customerId' | 'warnings'>;

function compareByPrice(a: Quote, b: Quote): number {
  return a.netChargeCents - b.netChargeCents || a.transitDays - b.transitDays || a.id - b.id;
}
