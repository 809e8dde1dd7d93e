import { Injectable } from '@nestjs/common';
import { TariffReratingService, type DayPrice } from '../tariffs/tariff-rerating.service.js';
import type { Day } from '../../domain/days.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Quote } from './quote.entity.js';
import { QuoteLifecycle } from './quote-lifecycle.js';
import { toRateItems } from './rate-request.js';

/** Finds the carrier's price of a quoted shipment on its pickup day. */
@Injectable()
export class PickupPriceService {
  constructor(
    private readonly quotes: QuoteLifecycle,
    private readonly tariffs: TariffReratingService,
  ) {}

  /** Returns a booked quote and the carrier's price on the day. @throws RowMissing */
  async getPriced(
    tenant: Tenant,
    quoteId: number,
    day: Day | null,
  ): Promise<{ quote: Quote; dayPrice: DayPrice | null }> {
    const quote = await this.quotes.get(tenant, quoteId);
    return { quote, dayPrice: await this.find(tenant, quote, day) };
  }

  /** Returns null if the price of the quote holds on the day, as it does for every quote without a tariff. */
  async find(tenant: Tenant, quote: Quote, day: Day | null): Promise<DayPrice | null> {
    const { tariffId, pickupDate, scac, currency, origin, destination, accessorials, limitedAccess } = quote;
    if (tariffId === null || pickupDate === null || day === null || day === pickupDate) return null;
    const request = {
      origin,
      destination,
      items: toRateItems(quote),
      accessorials,
      limitedAccess,
      shipDate: pickupDate,
      declaredValueCents: quote.declaredValueCents,
      terms: 'prepaid' as const,
      billTo: null,
    };
    return this.tariffs.rateOn(tenant, { tariffId, scac, currency, request }, day);
  }
}
