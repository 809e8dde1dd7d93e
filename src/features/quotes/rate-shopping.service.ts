import { Injectable } from '@nestjs/common';
import { CarrierGateway } from '../carriers/carrier-gateway.js';
import type { UnscheduledRateRequest } from '../carriers/pickup-calendar.js';
import { NO_RATE_API_REASON, type PriceResult } from '../carriers/price-result.js';
import { OrganizationProfiles } from '../../platform/auth/organization-profiles.js';
import type { RateShopping } from '../../platform/auth/organization-profile.entity.js';
import { TariffRatingService } from '../tariffs/tariff-rating.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';

/** Rates a shipment with an organization's connected carriers and its tariffs. */
@Injectable()
export class RateShoppingService {
  constructor(
    private readonly carriers: CarrierGateway,
    private readonly tariffs: TariffRatingService,
    private readonly profiles: OrganizationProfiles,
  ) {}

  /** Returns the result of each price source, and the rate shopping rules. @throws ApiError invalid_value */
  async rateAll(
    tenant: Tenant,
    request: UnscheduledRateRequest,
  ): Promise<{ results: PriceResult[]; rules: RateShopping }> {
    const loadedRules = this.profiles.rateShopping(tenant);
    const excluded = loadedRules.then(({ excludeCarriers }) => excludeCarriers);
    // Reject an invalid request before any carrier is called.
    const [selected, connections, rules] = await Promise.all([
      this.tariffs.selectTariffs(tenant, request, excluded),
      this.carriers.listConnections(tenant),
      loadedRules,
    ]);
    const [carriers, tariffs] = await Promise.all([
      this.carriers.rateAll(tenant, connections, request, rules.excludeCarriers),
      this.tariffs.rateAll(tenant, request, selected),
    ]);
    return { results: [...carriers.filter((result) => !isPricedBy(tariffs, result)), ...tariffs], rules };
  }
}

/** Drops the result of a carrier without a rate API if a tariff has its price. */
function isPricedBy(tariffs: PriceResult[], { carrier, reason }: PriceResult): boolean {
  return reason === NO_RATE_API_REASON && tariffs.some((tariff) => tariff.carrier.scac === carrier.scac);
}
