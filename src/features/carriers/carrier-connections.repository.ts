import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import type { SealedRow } from '../../platform/encryption/encryption.service.js';
import { OwnedRepository, sql } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Holidays } from '../../domain/business-days.js';
import { CarrierConnection } from './carrier-connection.entity.js';

export interface ConnectionWithCarrier {
  id: number;
  adapter: string;
  sealedSettings: Buffer;
  guarded: boolean;
  carrierId: number;
  carrierName: string;
  scac: string;
  holidays: Holidays;
}

type NewConnectionValues = Pick<CarrierConnection, 'carrierId' | 'adapter' | 'guarded' | 'holidays'>;

/** Returns the row that a connection's settings are sealed for. */
export function toSealedSettingsRow({ organizationId, mode }: Tenant, id: number): SealedRow {
  return { table: 'carrier_connections', organizationId, mode, id };
}

@Injectable()
export class CarrierConnectionsRepository extends OwnedRepository<CarrierConnection> {
  constructor(
    transactions: Transactions,
    private readonly quotas: QuotasService,
  ) {
    super(transactions, CarrierConnection);
    quotas.registerCounter('carrier_connections', (organizationId) =>
      this.countByOrganization(organizationId),
    );
  }

  async listAll(tenant: Tenant): Promise<ConnectionWithCarrier[]> {
    return this.transactions.prepared<ConnectionWithCarrier>({
      name: 'connections_of_tenant',
      text: `SELECT n.id, n.adapter, n.sealed_settings AS "sealedSettings", n.guarded, n.holidays,
               c.id AS "carrierId", c.name AS "carrierName", c.scac
             FROM carrier_connections n JOIN carriers c ON c.id = n.carrier_id
             WHERE n.organization_id = $1 AND n.mode = $2 ORDER BY c.id`,
      values: [tenant.organizationId, tenant.mode],
    });
  }

  /** Inserts a connection and deletes the tenant's previous one with the carrier. @throws ApiError quota_exceeded */
  async replace(
    tenant: Tenant,
    row: NewConnectionValues,
    seal: (row: SealedRow) => Buffer,
    then: (connection: CarrierConnection, replaced: CarrierConnection | null) => Promise<void>,
  ): Promise<CarrierConnection> {
    return this.transactions.run(async () => {
      await this.oneByOne(tenant);
      const current = await this.findBy(tenant, { carrierId: row.carrierId });
      if (current) await this.delete(tenant, current.id);
      else await this.quotas.check('carrier_connections', tenant);
      const id = await this.reserveId();
      const sealedSettings = seal(toSealedSettingsRow(tenant, id));
      const connection = await this.insert(tenant, { ...row, id, sealedSettings });
      await then(connection, current);
      return connection;
    });
  }

  async updateSettings(
    tenant: Tenant,
    id: number,
    settings: Partial<Pick<CarrierConnection, 'sealedSettings' | 'guarded' | 'holidays'>>,
  ): Promise<void> {
    await this.update(tenant, id, { ...settings, updatedAt: sql('now()') });
  }

  /** Counts both modes. */
  private async countByOrganization(organizationId: number): Promise<number> {
    const [row] = await this.transactions.prepared<{ count: number }>({
      name: 'carrier_connections_count',
      text: `SELECT count(*)::int AS count FROM carrier_connections WHERE organization_id = $1`,
      values: [organizationId],
    });
    return row!.count;
  }
}
