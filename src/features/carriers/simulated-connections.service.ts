import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OrganizationsService } from '../../platform/auth/organizations.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { AdapterRegistry } from './adapter-registry.js';
import { CarrierConnectionsService } from './carrier-connections.service.js';

/** Connects every new organization with the simulated carriers in test mode. */
@Injectable()
export class SimulatedConnectionsService implements OnModuleInit {
  constructor(
    private readonly connections: CarrierConnectionsService,
    private readonly adapters: AdapterRegistry,
    private readonly organizations: OrganizationsService,
  ) {}

  onModuleInit(): void {
    this.organizations.onCreate((organizationId) => this.connect({ organizationId, mode: 'test' }));
  }

  /** Skips carriers without a booking API; users connect those to try booking by hand. */
  private async connect(tenant: Tenant): Promise<void> {
    for (const { scac, bookedByHand } of this.adapters.get('simulated').carriers ?? [])
      if (!bookedByHand) await this.connections.connect(tenant, { adapter: 'simulated', scac, settings: {} });
  }
}
