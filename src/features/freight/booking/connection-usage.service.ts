import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CarrierConnectionsService } from '../../carriers/carrier-connections.service.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { BookingsRepository } from './bookings.repository.js';

/** As many as a person looks into at once. */
const MAX_LISTED_FREIGHT = 3;

/** Says which shipments a connection with a carrier is still needed for: to track them, and to cancel them. */
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
    const told = ids.slice(0, MAX_LISTED_FREIGHT).map((id) => `shipment ${id}`);
    return ids.length > MAX_LISTED_FREIGHT ? [...told, 'and others'] : told;
  }
}
