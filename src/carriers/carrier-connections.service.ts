import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OrganizationsService } from '../tenancy/organizations.service.js';
import { Secrets } from '../tenancy/secrets.js';
import type { Tenant } from '../tenancy/tenant.js';
import { AdapterRegistry, ConnectionRefused } from './adapter-registry.js';
import type { CarrierConnection } from './carrier-connection.entity.js';
import { CarrierConnectionsRepository } from './carrier-connections.repository.js';
import { CarriersRepository } from './carriers.repository.js';
import { CARRIER_DIRECTORY, SIMULATED_SCACS } from './directory.js';

export interface NewConnection {
  adapter: string;
  scac: string;
  settings: unknown;
}

/** Which carriers an organization ships with, and how they are reached. */
@Injectable()
export class CarrierConnectionsService implements OnModuleInit {
  constructor(
    private readonly connections: CarrierConnectionsRepository,
    private readonly carriers: CarriersRepository,
    private readonly adapters: AdapterRegistry,
    private readonly secrets: Secrets,
    private readonly organizations: OrganizationsService,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.carriers.sync(CARRIER_DIRECTORY);
    this.organizations.onCreate((organizationId) => this.connectSimulated({ organizationId, mode: 'test' }));
  }

  /** A carrier has one enabled connection; connecting it anew replaces it. @throws ConnectionRefused */
  async connect(
    tenant: Tenant,
    { adapter: name, scac, settings }: NewConnection,
  ): Promise<CarrierConnection> {
    if (name === 'simulated' && tenant.mode === 'live') {
      throw new ConnectionRefused('Simulated carriers exist in test mode only.');
    }
    const adapter = this.adapters.get(name);
    const sealedSettings = this.secrets.seal(JSON.stringify(this.adapters.parseSettings(adapter, settings)));
    const carrierId = await this.carriers.idOfScac(scac.toUpperCase());
    const current = await this.connections.findBy(tenant, { carrierId, enabled: true });
    if (current) await this.connections.update(tenant, current.id, { enabled: false });
    return this.connections.insert(tenant, { carrierId, adapter: name, sealedSettings, enabled: true });
  }

  /** The tenant's connections in use, without their settings. */
  async list(tenant: Tenant): Promise<{ id: number; adapter: string; scac: string; carrier: string }[]> {
    const connections = await this.connections.listEnabled(tenant);
    return connections.map(({ id, adapter, scac, carrierName }) => ({
      id,
      adapter,
      scac,
      carrier: carrierName,
    }));
  }

  /** By an operator, who stands above tenants. False when there is no such connection in use. */
  async disconnect(id: number): Promise<boolean> {
    const owner = await this.connections.ownerOf(id);
    return owner !== null && this.connections.update(owner, id, { enabled: false }, { enabled: true });
  }

  private async connectSimulated(tenant: Tenant): Promise<void> {
    for (const scac of SIMULATED_SCACS)
      await this.connect(tenant, { adapter: 'simulated', scac, settings: {} });
  }
}
