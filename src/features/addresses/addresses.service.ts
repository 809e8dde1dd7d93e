import { Injectable } from '@nestjs/common';
import { CustomersService } from '../customers/customers.service.js';
import { Transactions } from '../../platform/database/transactions.js';
import { mapUniqueViolation } from '../../platform/database/database-fault.js';
import { ApiError, invalidParam } from '../../platform/http/errors/api-error.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Address } from './address.entity.js';
import { toAddressChanges, toAddressDto, toAddressRow } from './address.mapper.js';
import type {
  AddressDto,
  AddressListQuery,
  CreateAddressDto,
  DeletedAddressDto,
  UpdateAddressDto,
} from './addresses.dto.js';
import { AddressesRepository } from './addresses.repository.js';

const buildAlreadyExistsError = (): ApiError =>
  new ApiError('address_already_exists', { param: 'external_ref' });

@Injectable()
export class AddressesService {
  constructor(
    private readonly addresses: AddressesRepository,
    private readonly customers: CustomersService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError address_already_exists */
  async create(tenant: Tenant, body: CreateAddressDto): Promise<AddressDto> {
    return this.transactions.run(async () => {
      await this.customers.validateReference(tenant, body.customer_id);
      return toAddressDto(
        await mapUniqueViolation(this.addresses.insert(tenant, toAddressRow(body)), buildAlreadyExistsError),
      );
    });
  }

  async list(tenant: Tenant, query: AddressListQuery): Promise<Page<AddressDto>> {
    return (await this.addresses.page(tenant, query)).map(toAddressDto);
  }

  async get(tenant: Tenant, id: number): Promise<AddressDto> {
    return toAddressDto(await this.addresses.get(tenant, id));
  }

  /** Returns the address that the body field `param` refers to. @throws ApiError unknown_reference on `param` */
  async getReferenced(tenant: Tenant, id: number, param: string): Promise<Address> {
    const address = await this.addresses.find(tenant, id);
    if (!address)
      throw invalidParam(
        param,
        `${param} ${id} is not the id of a saved address. Save the address first.`,
        'unknown_reference',
      );
    return address;
  }

  /** @throws ApiError address_already_exists */
  async update(tenant: Tenant, id: number, body: UpdateAddressDto): Promise<AddressDto> {
    return this.transactions.run(async () => {
      const stored = await this.addresses.lock(tenant, id);
      const change = toAddressChanges(body, stored);
      if (change.customerId !== stored.customerId)
        await this.customers.validateReference(tenant, change.customerId);
      const row = await mapUniqueViolation(
        this.addresses.change(tenant, stored, change),
        buildAlreadyExistsError,
      );
      return toAddressDto(row ?? stored);
    });
  }

  async delete(tenant: Tenant, id: number): Promise<DeletedAddressDto> {
    return this.transactions.run(async () => {
      if (!(await this.addresses.delete(tenant, id))) throw new RowMissing();
      return { object: 'address', id, deleted: true };
    });
  }
}
