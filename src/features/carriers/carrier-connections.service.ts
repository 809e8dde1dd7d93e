import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import type { Caller } from '../../platform/auth/caller.js';
import type { Page, PageRequest } from '../../platform/tenancy/page.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Day } from '../../domain/days.js';
import type { CarrierConnection } from './carrier-connection.entity.js';
import { CarrierConnectionsRepository, toSealedSettingsRow } from './carrier-connections.repository.js';
import { CarriersRepository } from './carriers.repository.js';
import { buildConnectionRefused, type SettingFault } from './adapter-settings.js';
import { ConnectionSettingsService, type SealableSettings } from './connection-settings.service.js';

export interface NewConnection {
  adapter: string;
  scac: string;
  settings: unknown;
  /** Absent or null: the holidays of LTL carriers. */
  holidays?: Day[] | null;
}

/** Changes to a connection; absent fields keep their values. */
export interface ConnectionChanges {
  settings: Record<string, unknown>;
  holidays?: Day[] | null | undefined;
}

/** Returns what still needs a tenant's carrier, as text: `shipment 7`. */
export type ConnectionUsageLookup = (tenant: Tenant, carrierId: number) => Promise<string[]>;

/** Returns the faults of settings that the adapter's class cannot check, such as an id that names nothing. */
export type SettingsCheck = (tenant: Tenant, scac: string, settings: object) => Promise<SettingFault[]>;

@Injectable()
export class CarrierConnectionsService {
  private readonly checks = new Map<string, SettingsCheck>();
  private lookUpUsage: ConnectionUsageLookup = () => Promise.resolve([]);

  constructor(
    private readonly connections: CarrierConnectionsRepository,
    private readonly carriers: CarriersRepository,
    private readonly settings: ConnectionSettingsService,
    private readonly audit: AuditLogService,
    private readonly transactions: Transactions,
  ) {}

  /** The booking feature registers its lookup at startup. */
  registerUsageLookup(lookUp: ConnectionUsageLookup): void {
    this.lookUpUsage = lookUp;
  }

  /** Another feature registers the check of an adapter's settings at startup. */
  registerSettingsCheck(adapter: string, check: SettingsCheck): void {
    this.checks.set(adapter, check);
  }

  /**
   * Connects a carrier and replaces its previous connection.
   * @param by absent for an operator and for the service itself
   * @throws ConnectionRefused, ApiError quota_exceeded
   */
  async connect(tenant: Tenant, wanted: NewConnection, by?: Caller): Promise<CarrierConnection> {
    const accepted = this.settings.prepare(tenant, wanted.adapter, wanted.settings, by !== undefined);
    const scac = wanted.scac.toUpperCase();
    await this.assertSettings(tenant, scac, accepted);
    const carrierId = await this.carriers.findOrCreateId(scac);
    const { seal, settings: _settings, ...row } = accepted;
    return this.connections.replace(
      tenant,
      { ...row, carrierId, holidays: wanted.holidays ?? null },
      seal,
      (connection, replaced) =>
        this.recordAudit('carrier.connected', tenant, connection, by, { replaces: replaced?.id ?? null }),
    );
  }

  /** Merges changes into the settings. @throws ApiError resource_missing, ConnectionRefused */
  async change(
    tenant: Tenant,
    id: number,
    { settings, holidays }: ConnectionChanges,
    by: Caller,
  ): Promise<CarrierConnection> {
    return this.transactions.run(async () => {
      const connection = await this.connections.lock(tenant, id);
      const isClosedDifferently = holidays !== undefined && !isDeepStrictEqual(holidays, connection.holidays);
      if (isClosedDifferently) {
        await this.connections.updateSettings(tenant, id, { holidays });
        await this.recordAudit('carrier.updated', tenant, connection, by, {
          changed: ['holidays'],
          moved: false,
        });
      }
      if (Object.keys(settings).length > 0) await this.changeSettings(tenant, connection, settings, by);
      return this.connections.get(tenant, id);
    });
  }

  private async changeSettings(
    tenant: Tenant,
    connection: CarrierConnection,
    changes: Record<string, unknown>,
    by: Caller,
  ): Promise<void> {
    const { id } = connection;
    const accepted = this.settings.prepareChange(connection, changes);
    await this.assertSettings(tenant, connection.scac, accepted);
    const { seal, guarded, changed, moved } = accepted;
    const sealedSettings = seal(toSealedSettingsRow(tenant, id));
    await this.connections.updateSettings(tenant, id, { sealedSettings, guarded });
    await this.recordAudit('carrier.updated', tenant, connection, by, { changed, moved });
  }

  /** @throws ConnectionRefused */
  private async assertSettings(
    tenant: Tenant,
    scac: string,
    { adapter, settings }: SealableSettings,
  ): Promise<void> {
    const faults = (await this.checks.get(adapter)?.(tenant, scac, settings)) ?? [];
    if (faults.length > 0) throw buildConnectionRefused(faults);
  }

  /** @throws ApiError resource_missing */
  async get(tenant: Tenant, id: number): Promise<CarrierConnection> {
    return this.connections.get(tenant, id);
  }

  async listPage(tenant: Tenant, query: PageRequest): Promise<Page<CarrierConnection>> {
    return this.connections.page(tenant, query);
  }

  async list(tenant: Tenant): Promise<{ id: number; adapter: string; scac: string; carrier: string }[]> {
    const connections = await this.connections.listAll(tenant);
    return connections.map(({ id, adapter, scac, carrierName }) => ({
      id,
      adapter,
      scac,
      carrier: carrierName,
    }));
  }

  /** Returns the tenant of a connection of any tenant, for operators; null if there is none. */
  async findOwner(id: number): Promise<Tenant | null> {
    return this.connections.ownerOf(id);
  }

  /** Removes a connection of any tenant, for operators. Returns false if there is none. */
  async disconnect(id: number): Promise<boolean> {
    const owner = await this.findOwner(id);
    return owner !== null && this.remove(owner, id);
  }

  /** Removes a connection that no shipment needs. @throws ApiError resource_missing, connection_in_use */
  async removeUnused(tenant: Tenant, id: number, by: Caller): Promise<void> {
    return this.transactions.run(async () => {
      const { scac, carrierId } = await this.connections.lock(tenant, id);
      const needs = await this.lookUpUsage(tenant, carrierId);
      if (needs.length > 0) {
        const message = `${scac} is in use by ${needs.join(', ')}. Disconnect it after delivery or cancellation.`;
        throw new ApiError('connection_in_use', { message, transient: true });
      }
      if (!(await this.remove(tenant, id, by))) throw new RowMissing();
    });
  }

  /** Deletes a connection and its credentials. Returns false if there is none. */
  async remove(tenant: Tenant, id: number, by?: Caller): Promise<boolean> {
    return this.transactions.run(async () => {
      const connection = await this.connections.find(tenant, id);
      if (!connection || !(await this.connections.delete(tenant, id))) return false;
      await this.recordAudit('carrier.disconnected', tenant, connection, by);
      return true;
    });
  }

  /** Skips the simulated carriers that every new organization gets. */
  private async recordAudit(
    action: 'carrier.connected' | 'carrier.updated' | 'carrier.disconnected',
    tenant: Tenant,
    { id, adapter, scac }: CarrierConnection,
    by?: Caller,
    more: Record<string, unknown> = {},
  ): Promise<void> {
    if (adapter === 'simulated' && !by) return;
    await this.audit.record({ ...by, ...tenant }, action, { id, adapter, scac, ...more });
  }
}
