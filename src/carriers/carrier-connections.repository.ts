import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { CarrierConnection } from './carrier-connection.entity.js';

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
}
