import { Injectable } from '@nestjs/common';
import { ApiError } from '../http/api-error.js';
import type { Page } from '../http/list.js';
import { parseId } from '../http/path-id.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { CarrierDto, CarrierListQuery } from './carriers.dto.js';
import { CarriersRepository, type TenantCarrier } from './carriers.repository.js';

@Injectable()
export class CarriersService {
  constructor(private readonly carriers: CarriersRepository) {}

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
