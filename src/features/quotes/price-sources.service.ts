import { Injectable } from '@nestjs/common';
import { CarrierGateway } from '../carriers/carrier-gateway.js';
import type { RateRequest } from '../carriers/carrier-requests.js';
import { NO_PRICES, type PriceResult } from '../carriers/price-result.js';
import { OrganizationProfiles } from '../../platform/auth/organization-profiles.service.js';
import type { RateShopping } from '../../platform/auth/rate-shopping.js';
import { TariffPrices } from '../tariffs/tariff-prices.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';

/** Everybody who may have a price: the carriers an organization is connected with, and its own tariffs beside them. */
@Injectable()
export class PriceSources {
  constructor(
    private readonly carriers: CarrierGateway,
    private readonly tariffs: TariffPrices,
    private readonly profiles: OrganizationProfiles,
  ) {}

  /** What each of them answers, but for those that the organization's rules exclude, and the rules to choose by. @throws ApiError invalid_value */
  async priceAll(
    tenant: Tenant,
    request: RateRequest,
  ): Promise<{ results: PriceResult[]; rules: RateShopping }> {
    const asked = this.profiles.rateShopping(tenant);
    const excluded = asked.then(({ excludeCarriers }) => excludeCarriers);
    // A request that is refused costs no carrier anything.
    const [chosen, connections, rules] = await Promise.all([
      this.tariffs.choose(tenant, request, excluded),
      this.carriers.connected(tenant),
      asked,
    ]);
    const [carriers, tariffs] = await Promise.all([
      this.carriers.rateAll(tenant, connections, request, rules.excludeCarriers),
      this.tariffs.priceAll(tenant, request, chosen),
    ]);
    return { results: [...carriers.filter((one) => !isPricedBy(tariffs, one)), ...tariffs], rules };
  }
}

/** A carrier without prices of its own says nothing beside its tariff. */
function isPricedBy(tariffs: PriceResult[], { carrier, reason }: PriceResult): boolean {
  return reason === NO_PRICES && tariffs.some((tariff) => tariff.carrier.scac === carrier.scac);
}
