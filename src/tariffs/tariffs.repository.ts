import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/errors/api-error.js';
import { OwnedRepository, sql } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { TariffColumns } from './tariff-columns.js';
import { Tariff } from './tariff.entity.js';

/** Each of them is asked for every quote. */
export const MAX_TARIFFS = 200;

@Injectable()
export class TariffsRepository extends OwnedRepository<Tariff> {
  constructor(transactions: Transactions) {
    super(transactions, Tariff);
  }

  /** @throws ApiError quota_exceeded */
  async add(tenant: Tenant, columns: TariffColumns): Promise<Tariff> {
    await this.oneByOne(tenant);
    if ((await this.count(tenant)) >= MAX_TARIFFS) {
      const message = `The organization has ${MAX_TARIFFS} tariffs already, which is as many as it may have.`;
      throw new ApiError('quota_exceeded', { message });
    }
    return this.insert(tenant, columns);
  }

  private async count({ organizationId, mode }: Tenant): Promise<number> {
    const [row] = await this.transactions.prepared<{ count: number }>({
      name: 'tariffs_count',
      text: 'SELECT count(*) FROM tariffs WHERE organization_id = $1 AND mode = $2',
      values: [organizationId, mode],
    });
    return row!.count;
  }

  /** Those that can have a price, oldest first. */
  async listRated(tenant: Tenant): Promise<Tariff[]> {
    return (await this.listBy(tenant, {})).filter(({ rateCount }) => rateCount > 0);
  }

  /** @param rateCount how many rates there are from now on */
  async noteRates(tenant: Tenant, id: number, rateCount: number): Promise<Tariff> {
    await this.update(tenant, id, { rateCount, ratesUpdatedAt: sql('now()'), updatedAt: sql('now()') });
    return this.get(tenant, id);
  }
}
