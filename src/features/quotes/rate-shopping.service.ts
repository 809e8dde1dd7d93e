import { Injectable } from '@nestjs/common';
import { CarrierGateway } from '../carriers/carrier-gateway.js';
import type { RateRequest } from '../carriers/carrier-requests.js';
import { NO_RATE_API_REASON, type PriceResult } from '../carriers/price-result.js';
import { OrganizationProfiles } from '../../platform/auth/organization-profiles.js';
import type { RateShopping } from '../../platform/auth/organization-profile.entity.js';
import { TariffRatingService } from '../tariffs/tariff-rating.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';

/** Everybody who may have a price: the carriers an organization is connected with, and its own tariffs beside them. */
@Injectable()
export class RateShoppingService {
  constructor(
    private readonly carriers: CarrierGateway,
    private readonly tariffs: TariffRatingService,
    private readonly profiles: OrganizationProfiles,
  ) {}

  /** What each of them answers, but for those that the organization's rules exclude, and the rules to choose by. @throws ApiError invalid_value */
  async rateAll(
    tenant: Tenant,
    request: RateRequest,
  ): Promise<{ results: PriceResult[]; rules: RateShopping }> {
    const asked = this.profiles.rateShopping(tenant);
    const excluded = asked.then(({ excludeCarriers }) => excludeCarriers);
    // A request that is refused costs no carrier anything.
    const [chosen, connections, rules] = await Promise.all([
      this.tariffs.selectTariffs(tenant, request, excluded),
      this.carriers.listConnections(tenant),
      asked,
    ]);
    const [carriers, tariffs] = await Promise.all([
      this.carriers.rateAll(tenant, connections, request, rules.excludeCarriers),
      this.tariffs.rateAll(tenant, request, chosen),
    ]);
    return { results: [...carriers.filter((one) => !isPricedBy(tariffs, one)), ...tariffs], rules };
  }
}

/** A carrier without prices of its own says nothing beside its tariff. */
function isPricedBy(tariffs: PriceResult[], { carrier, reason }: PriceResult): boolean {
  return reason === NO_RATE_API_REASON && tariffs.some((tariff) => tariff.carrier.scac === carrier.scac);
}
