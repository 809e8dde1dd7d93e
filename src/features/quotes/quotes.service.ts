import { Injectable } from '@nestjs/common';
import type { UnscheduledRateRequest } from '../carriers/pickup-calendar.js';
import type { PriceResult } from '../carriers/price-result.js';
import type { Markup } from '../customers/customer.entity.js';
import { Transactions } from '../../platform/database/transactions.js';
import { EventsService } from '../events/events.service.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import { Page } from '../../platform/tenancy/page.js';
import { addBusinessDays } from '../../domain/business-days.js';
import { DEFAULT_CURRENCY, rankCurrencies } from '../../domain/currencies.js';
import { newId } from '../../domain/ids.js';
import type { Warning } from '../../domain/warnings.js';
import type { Region } from '../../domain/countries.js';
import { getTimeZone } from '../../domain/time-zones.js';
import { applyMarkup } from './markup.js';
import type { Quote } from './quote.entity.js';
import { toCarrierResultDto, toQuoteDto, toScopedQuoteDto } from './quote.mapper.js';
import type { CreateQuotesDto, QuoteDto, QuoteListQuery } from './quotes.dto.js';
import { buildIgnoredFieldWarnings, buildQuoteWarnings, buildShipDateWarnings } from './quote-warnings.js';
import { quoteCreated } from './quotes.events.js';
import { RateShoppingService } from './rate-shopping.service.js';
import { selectRecommended } from './recommendation.js';
import { buildRateRequest } from './rate-request.js';
import { resolveShipDate } from './ship-date.js';
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
    const shipDate = resolveShipDate(body.ship_date, body.origin as Region, new Date());
    const request = buildRateRequest(body, shipDate);
    const markup = await this.saved.findMarkup(caller, body);
    const { results, rules } = await this.sources.rateAll(caller, request);
    const carrierResults = results.map(toCarrierResultDto);
    const groupId = newId('qg');
    const warnings = [...buildQuoteWarnings(request), ...buildIgnoredFieldWarnings()];
    const common = { groupId, customerId: body.customer_id ?? null, warnings, markup };
    const rows = results.flatMap((result) => this.toRows(result, request, common));
    if (rows.length === 0) {
      const transient = results.some(({ outcome }) => outcome === 'timeout' || outcome === 'error');
      throw new ApiError('no_rates', { extra: { carrier_results: carrierResults }, transient });
    }
    const best = selectRecommended(rows, rules);
    return this.transactions.finish(async () => {
      const quotes = sortByPrice(
        await this.quotes.insertGroup(
          caller,
          rows.map((row) => ({ ...row, recommended: row === best })),
          getTimeZone(request.origin),
        ),
      );
      await this.events.publish(caller, quoteCreated, {
        quote_group_id: groupId,
        quotes: quotes.map(toQuoteDto),
      });
      const data = quotes.map((quote) => toScopedQuoteDto(caller, quote));
      return new Page(data, false, {
        quote_group_id: groupId,
        warnings: findSharedWarnings(quotes),
        carrier_results: carrierResults,
      });
    });
  }

  async list(caller: Caller, query: QuoteListQuery): Promise<Page<QuoteDto>> {
    const page = await this.quotes.listByStatus(caller, query.status, query);
    return page.map((quote) => toScopedQuoteDto(caller, quote));
  }

  async get(caller: Caller, id: number): Promise<QuoteDto> {
    return toScopedQuoteDto(caller, await this.quotes.get(caller, id));
  }

  /** Returns all quotes of a rate request, cheapest first in each currency. @throws RowMissing */
  async getGroup(caller: Caller, groupId: string): Promise<Page<QuoteDto>> {
    const quotes = await this.quotes.listBy(caller, { groupId });
    if (quotes.length === 0) throw new RowMissing();
    const data = sortByPrice(quotes).map((quote) => toScopedQuoteDto(caller, quote));
    return new Page(data, false, { quote_group_id: groupId, warnings: findSharedWarnings(quotes) });
  }

  private toRows(
    result: PriceResult,
    request: UnscheduledRateRequest,
    { markup, ...common }: QuoteGroupFields & { markup: Markup | null },
  ) {
    const { carrierId, carrierName, scac } = result.carrier;
    const { bookedBy, tenderEmail = null, tariffId = null, pickupDate, holidays } = result;
    const { isForced: _isForced, terms: _terms, billTo: _billTo, ...freight } = request;
    const dateWarnings = buildShipDateWarnings(request, result);
    return result.rates.map((rate) => ({
      ...rate,
      currency: rate.currency ?? DEFAULT_CURRENCY,
      ...applyMarkup(rate, markup),
      ...freight,
      ...common,
      pickupDate,
      holidays: holidays && [...holidays],
      warnings: [...dateWarnings, ...common.warnings, ...(rate.warnings ?? [])],
      estimatedDeliveryDate:
        rate.estimatedDeliveryDate ?? addBusinessDays(pickupDate, rate.transitDays, holidays),
      carrierId,
      tariffId,
      carrierName,
      scac,
      bookedBy,
      tenderEmail,
      status: 'active' as const,
    }));
  }
}

/** Columns that the quotes of a group share besides the request. */
type QuoteGroupFields = Pick<Quote, 'groupId' | 'customerId' | 'warnings'>;

/** Returns the warnings that every quote of a group has. */
function findSharedWarnings(quotes: readonly Quote[]): Warning[] {
  const [first, ...others] = quotes.map(({ warnings }) => warnings);
  const isIn = (warnings: Warning[], { code, message }: Warning) =>
    warnings.some((other) => other.code === code && other.message === message);
  return first!.filter((warning) => others.every((warnings) => isIn(warnings, warning)));
}

/** Sorts by price within each currency; the currency of the most quotes comes first. */
function sortByPrice(quotes: readonly Quote[]): Quote[] {
  const ranked = rankCurrencies(quotes);
  return quotes.toSorted(
    (a, b) =>
      ranked.indexOf(a.currency) - ranked.indexOf(b.currency) ||
      a.netChargeCents - b.netChargeCents ||
      a.transitDays - b.transitDays ||
      a.id - b.id,
  );
}
