import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import type { SealedRow } from '../secrets/secrets.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import { reservedId } from '../tenancy/reserved-id.js';
import type { Tenant } from '../tenancy/tenant.js';
import { CarrierConnection } from './carrier-connection.entity.js';

/** What a connection's settings are sealed for. */
export function settingsRow({ organizationId, mode }: Tenant, id: number): SealedRow {
  return { table: 'carrier_connections', organizationId, mode, id };
}

/** A connection with the carrier it leads to. */
export interface ConnectionWithCarrier {
  id: number;
  adapter: string;
  sealedSettings: Buffer;
  carrierId: number;
  carrierName: string;
  scac: string;
}

@Injectable()
export class CarrierConnectionsRepository extends OwnedRepository<CarrierConnection> {
  constructor(transactions: Transactions) {
    super(transactions, CarrierConnection);
  }

  /** The tenant's enabled connections, by carrier id. */
  async listEnabled(tenant: Tenant): Promise<ConnectionWithCarrier[]> {
    return this.transactions.prepared<ConnectionWithCarrier>({
      name: 'connections_enabled',
      text: `SELECT n.id, n.adapter, n.sealed_settings AS "sealedSettings",
               c.id AS "carrierId", c.name AS "carrierName", c.scac
             FROM carrier_connections n JOIN carriers c ON c.id = n.carrier_id
             WHERE n.organization_id = $1 AND n.mode = $2 AND n.enabled ORDER BY c.id`,
      values: [tenant.organizationId, tenant.mode],
    });
  }

  /** A connection in place of the one the tenant has with the carrier. @param seal its settings, or none at all */
  async replace(
    tenant: Tenant,
    row: Pick<CarrierConnection, 'carrierId' | 'adapter' | 'enabled'>,
    seal: Record<'settings' | 'nothing', (row: SealedRow) => Buffer>,
    then: (connection: CarrierConnection, replaced: CarrierConnection | null) => Promise<void>,
  ): Promise<CarrierConnection> {
    return this.transactions.run(async () => {
      const current = await this.findBy(tenant, { carrierId: row.carrierId, enabled: true });
      if (current) {
        const sealedSettings = seal.nothing(settingsRow(tenant, current.id));
        await this.update(tenant, current.id, { enabled: false, sealedSettings });
      }
      const id = await reservedId(this.transactions, 'carrier_connections');
      const sealedSettings = seal.settings(settingsRow(tenant, id));
      const connection = await this.insert(tenant, { ...row, id, sealedSettings });
      await then(connection, current);
      return connection;
    });
  }

  /** Takes one out of use; false when it isn't. */
  async retire(tenant: Tenant, id: number, nothing: Buffer, then: () => Promise<void>): Promise<boolean> {
    return this.transactions.run(async () => {
      const values = { enabled: false, sealedSettings: nothing };
      if (!(await this.update(tenant, id, values, { enabled: true }))) return false;
      await then();
      return true;
    });
  }
}
