import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { Customer } from './customer.entity.js';

@Injectable()
export class CustomersRepository extends OwnedRepository<Customer> {
  constructor(
    transactions: Transactions,
    private readonly quotas: QuotasService,
  ) {
    super(transactions, Customer);
  }

  protected override assertRoom(tenant: Tenant, adding: number): Promise<void> {
    return this.quotas.check('customers', tenant, adding);
  }
}
