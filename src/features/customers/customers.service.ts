import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { EventsService } from '../events/events.service.js';
import { invalidParam } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { COSTS_READ, requireScope } from '../../platform/auth/scopes.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Customer } from './customer.entity.js';
import type {
  CreateCustomerDto,
  CustomerDto,
  CustomerListQuery,
  UpdateCustomerDto,
} from './customers.dto.js';
import { toCustomerChanges, toCustomerDto, toCustomerRow, toScopedCustomerDto } from './customer.mapper.js';
import { customerCreated, customerUpdated } from './customers.events.js';
import { CustomersRepository } from './customers.repository.js';

@Injectable()
export class CustomersService {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  async create(tenant: Caller, body: CreateCustomerDto): Promise<CustomerDto> {
    assertCanSetMarkup(tenant, body);
    return this.transactions.run(async () => {
      const customer = await this.customers.insert(tenant, toCustomerRow(body));
      await this.events.publish(tenant, customerCreated, { customer: toCustomerDto(customer) });
      return toScopedCustomerDto(tenant, customer);
    });
  }

  async list(tenant: Caller, query: CustomerListQuery): Promise<Page<CustomerDto>> {
    const page = await this.customers.page(tenant, query);
    return page.map((customer) => toScopedCustomerDto(tenant, customer));
  }

  async get(tenant: Caller, id: number): Promise<CustomerDto> {
    return toScopedCustomerDto(tenant, await this.customers.get(tenant, id));
  }

  /** A customer for others to read; null when there is none with this id. */
  find(tenant: Tenant, id: number): Promise<Customer | null> {
    return this.customers.find(tenant, id);
  }

  async update(tenant: Caller, id: number, body: UpdateCustomerDto): Promise<CustomerDto> {
    assertCanSetMarkup(tenant, body);
    return this.transactions.run(async () => {
      const stored = await this.customers.lock(tenant, id);
      const changed = await this.customers.change(tenant, stored, toCustomerChanges(body, stored));
      if (!changed) return toScopedCustomerDto(tenant, stored);
      await this.events.publish(tenant, customerUpdated, { customer: toCustomerDto(changed) });
      return toScopedCustomerDto(tenant, changed);
    });
  }

  /** Refuses the id of no customer where the setting asks for it; otherwise any id goes. @throws ApiError */
  async validateReference(tenant: Tenant, customerId: number | null | undefined): Promise<void> {
    if (!this.config.customers.strict || customerId == null) return;
    if (await this.customers.find(tenant, customerId)) return;
    throw invalidParam('customer_id', 'customer_id must be the id of a customer.', 'unknown_reference');
  }
}

/** Who doesn't see a markup doesn't set one. @throws ApiError insufficient_scope */
function assertCanSetMarkup(caller: Caller, { markup }: Pick<CreateCustomerDto, 'markup'>): void {
  if (markup !== undefined) requireScope(caller, COSTS_READ, 'markup');
}
