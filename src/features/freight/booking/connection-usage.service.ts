import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CarrierConnectionsService } from '../../carriers/carrier-connections.service.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { BookingsRepository } from './bookings.repository.js';

const MAX_LISTED_FREIGHT = 3;

/** Lists the shipments that still need a carrier connection, for tracking or cancellation. */
@Injectable()
export class ConnectionUsageService implements OnModuleInit {
  constructor(
    private readonly connections: CarrierConnectionsService,
    private readonly bookings: BookingsRepository,
  ) {}

  onModuleInit(): void {
    this.connections.registerUsageLookup((tenant, carrierId) => this.describeFreight(tenant, carrierId));
  }

  private async describeFreight(tenant: Tenant, carrierId: number): Promise<string[]> {
    const ids = await this.bookings.listFreightNeedingCarrier(tenant, carrierId, MAX_LISTED_FREIGHT + 1);
    const names = ids.slice(0, MAX_LISTED_FREIGHT).map((id) => `shipment ${id}`);
    return ids.length > MAX_LISTED_FREIGHT ? [...names, 'and others'] : names;
  }
}
