import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';
import { Transactions } from '../database/transactions.js';
import { EventsService } from '../events/events.service.js';
import { invalidParam } from '../http/api-error.js';
import type { Page } from '../http/list.js';
import { sql } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { Customer } from './customer.entity.js';
import type {
  CreateCustomerDto,
  CustomerDto,
  CustomerListQuery,
  UpdateCustomerDto,
} from './customers.dto.js';
import { presentCustomer } from './customer.presenter.js';
import { CustomersRepository } from './customers.repository.js';
import { MAX_METADATA_KEYS, mergeMetadata, type MetadataChange } from './metadata.js';

@Injectable()
export class CustomersService {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  async create(tenant: Tenant, body: CreateCustomerDto): Promise<CustomerDto> {
    return this.transactions.run(async () => {
      const customer = presentCustomer(
        await this.customers.insert(tenant, {
          name: body.name,
          company: body.company ?? null,
          email: body.email ?? null,
          phone: body.phone ?? null,
          externalRef: body.external_ref ?? null,
          metadata: body.metadata ?? {},
        }),
      );
      await this.events.publish(tenant, 'customer.created', { customer });
      return customer;
    });
  }

  async list(
    tenant: Tenant,
    { external_ref: externalRef, ...query }: CustomerListQuery,
  ): Promise<Page<CustomerDto>> {
    return (await this.customers.page(tenant, query, { externalRef })).map(presentCustomer);
  }

  async get(tenant: Tenant, id: number): Promise<CustomerDto> {
    return presentCustomer(await this.customers.get(tenant, id));
  }

  async update(tenant: Tenant, id: number, body: UpdateCustomerDto): Promise<CustomerDto> {
    return this.transactions.run(async () => {
      const stored = await this.customers.lock(tenant, id);
      if (Object.values(body).every((value) => value === undefined)) return presentCustomer(stored);
      const { name = stored.name, company, email, phone, external_ref: externalRef, metadata } = body;
      await this.customers.update(tenant, id, {
        name,
        ...(company !== undefined && { company }),
        ...(email !== undefined && { email }),
        ...(phone !== undefined && { phone }),
        ...(externalRef !== undefined && { externalRef }),
        ...(metadata !== undefined && { metadata: changed(stored, metadata) }),
        updatedAt: sql('now()'),
      });
      const customer = presentCustomer(await this.customers.get(tenant, id));
      await this.events.publish(tenant, 'customer.updated', { customer });
      return customer;
    });
  }

  /** Refuses the id of no customer where the setting asks for it; otherwise any id goes. @throws ApiError */
  async check(tenant: Tenant, customerId: number | null | undefined): Promise<void> {
    if (!this.config.customers.strict || customerId == null) return;
    if (await this.customers.find(tenant, customerId)) return;
    throw invalidParam('customer_id', 'customer_id must be the id of a customer.');
  }
}

function changed(stored: Customer, change: MetadataChange | null): Record<string, string> {
  const metadata = mergeMetadata(stored.metadata, change);
  if (Object.keys(metadata).length <= MAX_METADATA_KEYS) return metadata;
  throw invalidParam('metadata', `metadata must have at most ${MAX_METADATA_KEYS} keys.`);
}
