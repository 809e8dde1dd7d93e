import { Injectable } from '@nestjs/common';
import { AuditLog } from '../identity/audit-log.js';
import type { Caller } from '../identity/caller.js';
import { Secrets, type SealedRow } from '../secrets/secrets.js';
import type { Tenant } from '../tenancy/tenant.js';
import { modesOf } from './adapter-modes.js';
import { AdapterRegistry } from './adapter-registry.js';
import { parseSettings } from './adapter-settings.js';
import type { CarrierConnection } from './carrier-connection.entity.js';
import { CarrierConnectionsRepository, settingsRow } from './carrier-connections.repository.js';
import { CarriersRepository } from './carriers.repository.js';
import { ConnectionRefused } from './connection-refused.js';

export interface NewConnection {
  adapter: string;
  scac: string;
  settings: unknown;
}

/** Which carriers an organization ships with, and how they are reached. */
@Injectable()
export class CarrierConnectionsService {
  constructor(
    private readonly connections: CarrierConnectionsRepository,
    private readonly carriers: CarriersRepository,
    private readonly adapters: AdapterRegistry,
    private readonly secrets: Secrets,
    private readonly audit: AuditLog,
  ) {}

  /**
   * A carrier has one enabled connection; connecting it anew replaces it, whose credentials are then forgotten.
   * @throws ConnectionRefused
   */
  async connect(
    tenant: Tenant | Caller,
    { adapter: name, scac, settings }: NewConnection,
  ): Promise<CarrierConnection> {
    const adapter = this.adapters.get(name);
    const callsOut = adapter.callsOut !== false;
    if (!modesOf(adapter).includes(tenant.mode)) {
      throw new ConnectionRefused(
        tenant.mode === 'live'
          ? 'Simulated carriers exist in test mode only.'
          : `Test mode moves nothing: connect "${name}", which calls a carrier, in live mode.`,
      );
    }
    const text = JSON.stringify(parseSettings(adapter, settings));
    const seal = {
      settings: (row: SealedRow) => this.secrets.seal(text, row),
      nothing: (row: SealedRow) => this.nothing(row),
    };
    const carrierId = await this.carriers.idOfScac(scac.toUpperCase());
    const row = { carrierId, adapter: name, enabled: true };
    return this.connections.replace(tenant, row, seal, async ({ id }, replaced) => {
      const details = { id, adapter: name, scac: scac.toUpperCase(), replaces: replaced?.id ?? null };
      if (callsOut) await this.audit.record(tenant, 'carrier.connected', details);
    });
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

  /** By an operator, who stands above tenants. Null when there is no such connection in use. */
  async ownerOf(id: number): Promise<Tenant | null> {
    const owner = await this.connections.ownerOf(id);
    const connection = owner && (await this.connections.findBy(owner, { id, enabled: true }));
    return connection && owner;
  }

  /** By an operator; its credentials are forgotten. False when there is no such connection in use. */
  async disconnect(id: number, by?: Caller): Promise<boolean> {
    const owner = await this.ownerOf(id);
    if (!owner) return false;
    return this.connections.retire(owner, id, this.nothing(settingsRow(owner, id)), () =>
      this.audit.record({ ...by, ...owner }, 'carrier.disconnected', { id }),
    );
  }

  /** In place of credentials that nobody needs any more. */
  private nothing(row: SealedRow): Buffer {
    return this.secrets.seal('{}', row);
  }
}
