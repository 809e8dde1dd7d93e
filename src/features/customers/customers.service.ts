import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { EventsService } from '../events/events.service.js';
import { conflictingParam, invalidParam } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { COSTS_READ, requireScope } from '../../platform/auth/scopes.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { isZipInState } from '../../domain/zip-codes.js';
import type { Customer, Markup } from './customer.entity.js';
import type {
  CreateCustomerDto,
  CustomerDto,
  CustomerListQuery,
  SetMarkupDto,
  UpdateCustomerDto,
} from './customers.dto.js';
import { toCustomerDto, toScopedCustomerDto } from './customer.mapper.js';
import { customerCreated, customerUpdated } from './customers.events.js';
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

  async create(tenant: Caller, body: CreateCustomerDto): Promise<CustomerDto> {
    assertCanSetMarkup(tenant, body);
    return this.transactions.run(async () => {
      const customer = await this.customers.insert(tenant, {
        name: body.name,
        company: body.company ?? null,
        email: body.email ?? null,
        phone: body.phone ?? null,
        address: body.address ?? null,
        city: body.city ?? null,
        state: body.state ?? null,
        zip: body.zip ?? null,
        externalRef: body.external_ref ?? null,
        metadata: body.metadata ?? {},
        markup: mergeMarkup(null, body.markup),
      });
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
      const { external_ref: externalRef, metadata: change, markup: added, ...columns } = body;
      assertZipMatchesState({ ...stored, ...columns });
      const metadata = change === undefined ? stored.metadata : mergeStoredMetadata(stored, change);
      const markup = mergeMarkup(stored.markup, added);
      const values = { ...columns, externalRef, metadata, markup };
      const changed = await this.customers.change(tenant, stored, values);
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

/** What is sent is checked as it comes in; beside what is stored it can still be wrong. @throws ApiError */
function assertZipMatchesState({ state, zip }: { state?: string | null; zip?: string | null }): void {
  if (!state || !zip || isZipInState(zip, state)) return;
  throw conflictingParam('zip', 'zip must be a ZIP code of the given state');
}

/** Who doesn't see a markup doesn't set one. @throws ApiError insufficient_scope */
function assertCanSetMarkup(caller: Caller, { markup }: Pick<CreateCustomerDto, 'markup'>): void {
  if (markup !== undefined) requireScope(caller, COSTS_READ, 'markup');
}

function mergeMarkup(stored: Markup | null, change: SetMarkupDto | null | undefined): Markup | null {
  if (change === undefined) return stored;
  if (change === null) return null;
  const { percent = 0, flat_cents = 0, minimum_cents = 0 } = stored ?? {};
  return {
    percent: change.percent ?? percent,
    flat_cents: change.flat_cents ?? flat_cents,
    minimum_cents: change.minimum_cents ?? minimum_cents,
  };
}

function mergeStoredMetadata(stored: Customer, change: MetadataChange | null): Record<string, string> {
  const metadata = mergeMetadata(stored.metadata, change);
  if (Object.keys(metadata).length <= MAX_METADATA_KEYS) return metadata;
  throw conflictingParam('metadata', `metadata must have at most ${MAX_METADATA_KEYS} keys.`);
}
