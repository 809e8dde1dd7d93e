import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CarrierConnectionsService } from '../../carriers/carrier-connections.service.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { BookingsRepository } from './bookings.repository.js';

/** As many as a person looks into at once. */
const TOLD = 3;

/** Says which shipments a connection with a carrier is still needed for: to track them, and to cancel them. */
@Injectable()
export class BookedConnections implements OnModuleInit {
  constructor(
    private readonly connections: CarrierConnectionsService,
    private readonly bookings: BookingsRepository,
  ) {}

  onModuleInit(): void {
    this.connections.neededBy((tenant, carrierId) => this.shipments(tenant, carrierId));
  }

  private async shipments(tenant: Tenant, carrierId: number): Promise<string[]> {
    const ids = await this.bookings.needing(tenant, carrierId, TOLD + 1);
    const told = ids.slice(0, TOLD).map((id) => `shipment ${id}`);
    return ids.length > TOLD ? [...told, 'and others'] : told;
  }
}
