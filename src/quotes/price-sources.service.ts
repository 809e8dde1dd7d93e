import { Injectable } from '@nestjs/common';
import { CarrierGateway } from '../carriers/carrier-gateway.js';
import type { RateRequest } from '../carriers/carrier-requests.js';
import type { PriceResult } from '../carriers/price-result.js';
import { TariffPrices } from '../tariffs/tariff-prices.service.js';
import type { Tenant } from '../tenancy/tenant.js';

/** Everybody who may have a price: the carriers an organization is connected with, and its own tariffs beside them. */
@Injectable()
export class PriceSources {
  constructor(
    private readonly carriers: CarrierGateway,
    private readonly tariffs: TariffPrices,
  ) {}

  async priceAll(tenant: Tenant, request: RateRequest): Promise<PriceResult[]> {
    const [carriers, tariffs] = await Promise.all([
      this.carriers.rateAll(tenant, request),
      this.tariffs.priceAll(tenant, request),
    ]);
    return [...carriers, ...tariffs];
  }
}
