import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { OrganizationCarrier } from '../carriers/organization-carriers.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { OwnedRepository, sql, type NewRow } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { Tariff } from './tariff.entity.js';

@Injectable()
export class TariffsRepository extends OwnedRepository<Tariff> {
  constructor(
    transactions: Transactions,
    private readonly quotas: QuotasService,
  ) {
    super(transactions, Tariff);
    quotas.registerCounter('tariffs', (organizationId) => this.countByOrganization(organizationId));
  }

  /** @throws ApiError quota_exceeded */
  async add(tenant: Tenant, row: NewRow<Tariff>): Promise<Tariff> {
    await this.oneByOne(tenant);
    await this.quotas.check('tariffs', tenant);
    return this.insert(tenant, row);
  }

  /** Counts both modes. */
  private async countByOrganization(organizationId: number): Promise<number> {
    const [row] = await this.transactions.prepared<{ count: number }>({
      name: 'tariffs_count',
      text: 'SELECT count(*) FROM tariffs WHERE organization_id = $1',
      values: [organizationId],
    });
    return row!.count;
  }

  /** Returns the carriers of the tariffs, with the name of the newest tariff and all other names. */
  async listCarriers({ organizationId, mode }: Tenant): Promise<OrganizationCarrier[]> {
    return this.transactions.prepared<OrganizationCarrier>({
      name: 'tariffs_carriers',
      text: `SELECT scac, min(id) AS id, (array_agg(carrier_name ORDER BY id DESC))[1] AS name,
               array_agg(carrier_name) || array_agg(name) AS names, min(created_at) AS "createdAt", bool_or(rate_count > 0) AS enabled
             FROM tariffs WHERE organization_id = $1 AND mode = $2 GROUP BY scac`,
      values: [organizationId, mode],
    });
  }

  async listWithRates(tenant: Tenant): Promise<Tariff[]> {
    return (await this.listBy(tenant, {})).filter(({ rateCount }) => rateCount > 0);
  }

  async updateRateCount(tenant: Tenant, id: number, rateCount: number): Promise<Tariff> {
    await this.update(tenant, id, { rateCount, ratesUpdatedAt: sql('now()'), updatedAt: sql('now()') });
    return this.get(tenant, id);
  }
}
