import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { OwnedRepository, type NewRow, type UpsertResult } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { Product } from './product.entity.js';

@Injectable()
export class ProductsRepository extends OwnedRepository<Product> {
  constructor(
    transactions: Transactions,
    private readonly quotas: QuotasService,
  ) {
    super(transactions, Product);
  }

  protected override assertRoom(tenant: Tenant, adding: number): Promise<void> {
    return this.quotas.check('products', tenant, adding);
  }

  /** Inserts rows, or updates `fields` of the stored product with the same SKU. The first row gets the highest id. */
  upsertImported(tenant: Tenant, rows: NewRow<Product>[], fields: string[]): Promise<UpsertResult> {
    const changing = new Set(fields as (keyof Product)[]);
    // A product has a fixed class or the density rule, never both.
    if (changing.has('freightClass') || changing.has('densityRule'))
      changing.add('freightClass').add('densityRule');
    changing.delete('sku');
    return this.upsertAll(tenant, rows.toReversed(), 'sku', [...changing]);
  }
}
