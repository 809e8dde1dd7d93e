import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiError } from '../http/errors/api-error.js';
import type { Page } from '../tenancy/page.js';
import { parseId } from '../http/contract/path-id.js';
import type { Tenant } from '../tenancy/tenant.js';
import { isValidPro, normalizePro } from '../vocabulary/pro-number.js';
import { AdapterRegistry } from './adapter-registry.js';
import type { CarrierDto, CarrierListQuery } from './carriers.dto.js';
import { CarriersRepository, type NamedCarrier, type TenantCarrier } from './carriers.repository.js';
import { directoryWith } from './directory.js';

/** The directory of carriers that all organizations share. */
@Injectable()
export class CarriersService implements OnApplicationBootstrap {
  constructor(
    private readonly carriers: CarriersRepository,
    private readonly adapters: AdapterRegistry,
  ) {}

  /** After all modules have been initialized: every adapter has been found. */
  async onApplicationBootstrap(): Promise<void> {
    await this.carriers.sync(directoryWith(this.adapters.facts()));
  }

  async list(tenant: Tenant, query: CarrierListQuery): Promise<Page<CarrierDto>> {
    return (await this.carriers.pageConnected(tenant, query)).map(presentCarrier);
  }

  /** By integer id or by SCAC. */
  async get(tenant: Tenant, idOrScac: string): Promise<CarrierDto> {
    const carrier = /^[A-Za-z][A-Za-z0-9]{1,3}$/.test(idOrScac)
      ? await this.carriers.findByScac(tenant, idOrScac.toUpperCase())
      : await this.carriers.findById(tenant, parseId(idOrScac));
    if (!carrier) throw new ApiError('resource_missing');
    return presentCarrier(carrier);
  }

  /** The carrier of this SCAC or name, in any case; null when the directory has none. */
  named(text: string): Promise<NamedCarrier | null> {
    return this.carriers.findNamed(text);
  }

  /** Whether a number can be a PRO number of the carrier; null when that can't be told. The adapter's own rule goes first. */
  isPro(scac: string, pro: string): boolean | null {
    const facts = this.adapters.facts().find((carrier) => carrier.scac === scac);
    return facts?.isPro ? facts.isPro(normalizePro(pro)) : isValidPro(scac, pro);
  }
}

function presentCarrier(carrier: TenantCarrier): CarrierDto {
  return {
    object: 'carrier',
    id: carrier.id,
    name: carrier.name,
    scac: carrier.scac,
    carrier_type: carrier.carrierType,
    enabled: carrier.enabled,
    contact: carrier.contact,
    phone: carrier.phone,
    email: carrier.email,
    logo_url: carrier.logoUrl,
    tracking_url: carrier.trackingUrl,
    created_at: carrier.createdAt.toISOString(),
  };
}
