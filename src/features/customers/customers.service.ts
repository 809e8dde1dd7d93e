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

  async create(caller: Caller, body: CreateCustomerDto): Promise<CustomerDto> {
    assertCanSetMarkup(caller, body);
    return this.transactions.run(async () => {
      const customer = await this.customers.insert(caller, toCustomerRow(body));
      await this.events.publish(caller, customerCreated, { customer: toCustomerDto(customer) });
      return toScopedCustomerDto(caller, customer);
    });
  }

  async list(caller: Caller, query: CustomerListQuery): Promise<Page<CustomerDto>> {
    const page = await this.customers.page(caller, query);
    return page.map((customer) => toScopedCustomerDto(caller, customer));
  }

  async get(caller: Caller, id: number): Promise<CustomerDto> {
    return toScopedCustomerDto(caller, await this.customers.get(caller, id));
  }

  /** Returns null if the tenant has no customer with this id. */
  find(tenant: Tenant, id: number): Promise<Customer | null> {
    return this.customers.find(tenant, id);
  }

  async update(caller: Caller, id: number, body: UpdateCustomerDto): Promise<CustomerDto> {
    assertCanSetMarkup(caller, body);
    return this.transactions.run(async () => {
      const stored = await this.customers.lock(caller, id);
      const changed = await this.customers.change(caller, stored, toCustomerChanges(body, stored));
      if (!changed) return toScopedCustomerDto(caller, stored);
      await this.events.publish(caller, customerUpdated, { customer: toCustomerDto(changed) });
      return toScopedCustomerDto(caller, changed);
    });
  }

  /** Checks that the customer exists if CUSTOMERS_STRICT is on. @throws ApiError unknown_reference */
  async validateReference(tenant: Tenant, customerId: number | null | undefined): Promise<void> {
    if (!this.config.customers.strict || customerId == null) return;
    if (await this.customers.find(tenant, customerId)) return;
    throw invalidParam(
      'customer_id',
      `customer_id ${customerId} is not the id of a customer. Create the customer first.`,
      'unknown_reference',
    );
  }
}

/** @throws ApiError insufficient_scope if the caller sets a markup without the scope that shows it */
function assertCanSetMarkup(caller: Caller, { markup }: Pick<CreateCustomerDto, 'markup'>): void {
  if (markup !== undefined) requireScope(caller, COSTS_READ, 'markup');
}
