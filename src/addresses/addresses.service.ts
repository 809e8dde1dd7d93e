import { Injectable } from '@nestjs/common';
import { CustomersService } from '../customers/customers.service.js';
import { Transactions } from '../database/transactions.js';
import { ApiError, invalidParam } from '../http/api-error.js';
import type { Page } from '../http/list.js';
import { sql } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { zipMatchesState } from '../vocabulary/zip-codes.js';
import type { Address } from './address.entity.js';
import type {
  AddressDto,
  AddressListQuery,
  CreateAddressDto,
  DeletedAddressDto,
  UpdateAddressDto,
} from './addresses.dto.js';
import { AddressesRepository } from './addresses.repository.js';
import { eitherName } from './aliases.js';

@Injectable()
export class AddressesService {
  constructor(
    private readonly addresses: AddressesRepository,
    private readonly customers: CustomersService,
    private readonly transactions: Transactions,
  ) {}

  async create(tenant: Tenant, body: CreateAddressDto): Promise<AddressDto> {
    const address = eitherName(body, 'address', 'street')!;
    const contact = eitherName(body, 'contact', 'contact_name') ?? null;
    return this.transactions.run(async () => {
      await this.customers.check(tenant, body.customer_id);
      const row = await this.addresses.insert(tenant, {
        customerId: body.customer_id ?? null,
        name: body.name ?? null,
        company: body.company ?? null,
        contact,
        address,
        city: body.city,
        state: body.state,
        zip: body.zip,
        phone: body.phone ?? null,
        email: body.email ?? null,
      });
      return presentAddress(row);
    });
  }

  async list(
    tenant: Tenant,
    { customer_id: customerId, ...query }: AddressListQuery,
  ): Promise<Page<AddressDto>> {
    return (await this.addresses.page(tenant, query, { customerId })).map(presentAddress);
  }

  async get(tenant: Tenant, id: number): Promise<AddressDto> {
    return presentAddress(await this.addresses.get(tenant, id));
  }

  async update(tenant: Tenant, id: number, body: UpdateAddressDto): Promise<AddressDto> {
    const change = toChange(body);
    return this.transactions.run(async () => {
      const stored = await this.addresses.lock(tenant, id);
      refuseForeignZip(stored, change);
      await this.customers.check(tenant, change.customerId);
      await this.addresses.update(tenant, id, { ...change, updatedAt: sql('now()') });
      return presentAddress(await this.addresses.get(tenant, id));
    });
  }

  async delete(tenant: Tenant, id: number): Promise<DeletedAddressDto> {
    return this.transactions.run(async () => {
      if (!(await this.addresses.delete(tenant, id))) throw new ApiError('resource_missing');
      return { object: 'address', id, deleted: true };
    });
  }
}

type Change = { [K in keyof Address]?: Address[K] };

/** The columns that the body names; null clears. */
function toChange({ customer_id: customerId, ...body }: UpdateAddressDto): Change {
  const address = eitherName(body, 'address', 'street');
  const contact = eitherName(body, 'contact', 'contact_name');
  const { name, company, city, state, zip, phone, email } = body;
  const columns = { customerId, name, company, contact, address, city, state, zip, phone, email };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** A ZIP and a state that are sent one by one must still fit together. */
function refuseForeignZip(stored: Address, change: Change): void {
  const { state = stored.state, zip = stored.zip } = change;
  if ((change.state === undefined && change.zip === undefined) || zipMatchesState(zip, state)) return;
  const param = change.zip === undefined ? 'state' : 'zip';
  throw invalidParam(param, `${param} must fit the other: ${zip} is not a ZIP code of ${state}.`);
}

function presentAddress(address: Address): AddressDto {
  return {
    object: 'address',
    id: address.id,
    customer_id: address.customerId,
    name: address.name,
    company: address.company,
    contact: address.contact,
    contact_name: address.contact,
    address: address.address,
    city: address.city,
    state: address.state,
    zip: address.zip,
    phone: address.phone,
    email: address.email,
    created_at: address.createdAt.toISOString(),
    updated_at: address.updatedAt.toISOString(),
  };
}
