import { Injectable } from '@nestjs/common';
import type { RateRequest } from '../carriers/carrier-requests.js';
import { hasSameTerms, isInEffect } from '../carriers/rating/price-by-tariff.js';
import type { Charge } from '../../domain/charges.js';
import type { Currency } from '../../domain/currencies.js';
import type { Day } from '../../domain/days.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { TariffRatingService } from './tariff-rating.service.js';
import type { OnPickupChange, Tariff } from './tariff.entity.js';
import { TariffsRepository } from './tariffs.repository.js';

/** A shipment that a tariff has priced for the day `request.shipDate`. */
export interface PricedShipment {
  tariffId: number;
  scac: string;
  currency: Currency;
  request: RateRequest;
}

/** The price of a shipment on another pickup day. */
export interface DayPrice {
  onPickupChange: OnPickupChange;
  /** Null if no tariff of the carrier prices the day; `reason` then says why. */
  price: { tariffName: string; netChargeCents: number; charges: Charge[] } | null;
  reason: string;
}

/** Prices a shipment again for another pickup day, with the carrier's tariff of that day. */
@Injectable()
export class TariffReratingService {
  constructor(
    private readonly tariffs: TariffsRepository,
    private readonly rating: TariffRatingService,
  ) {}

  /**
   * Returns null if the tariff prices both days alike. Otherwise rates with the same tariff if it is in effect on the day,
   * else with the newest tariff of the SCAC that is and has a rate.
   */
  async rateOn(
    tenant: Tenant,
    { tariffId, scac, currency, request }: PricedShipment,
    day: Day,
  ): Promise<DayPrice | null> {
    const all = await this.tariffs.listWithRates(tenant);
    const own = all.find(({ id }) => id === tariffId);
    if (own && hasSameTerms(own, request.shipDate, day)) return null;
    const candidates = all
      .filter((tariff) => tariff.scac === scac && tariff.currency === currency && isInEffect(tariff, day))
      .sort((a, b) => Number(b === own) - Number(a === own) || compareNewestFirst(a, b));
    const results = await this.rating.rateTariffs(tenant, candidates, {
      ...request,
      shipDate: day,
      isForced: true,
    });
    const onPickupChange = own?.onPickupChange ?? 'warn';
    const at = results.findIndex(({ outcome }) => outcome === 'rated');
    if (at === -1) {
      const reason = results[0]?.reason ?? `No tariff of ${scac} is in effect on ${day}.`;
      return { onPickupChange, price: null, reason };
    }
    const { netChargeCents, charges } = results[at]!.rates[0]!;
    const tariffName = candidates[at]!.name;
    return { onPickupChange, price: { tariffName, netChargeCents, charges }, reason: '' };
  }
}

function compareNewestFirst(a: Tariff, b: Tariff): number {
  const [from, otherFrom] = [a.effectiveFrom ?? '', b.effectiveFrom ?? ''];
  return from === otherFrom ? b.id - a.id : from < otherFrom ? 1 : -1;
}
