import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CallsOut } from '../http/calls-out.js';
import type { Page } from '../http/list.js';
import { Operation } from '../http/operation.js';
import { PathId } from '../http/path-id.js';
import { Scope } from '../tenancy/scopes.js';
import { CurrentTenant, type Caller } from '../tenancy/tenant.js';
import { AddressValidationService } from './address-validation.service.js';
import {
  AddressDto,
  AddressListQuery,
  AddressValidationDto,
  CreateAddressDto,
  DeletedAddressDto,
  UpdateAddressDto,
  ValidateAddressDto,
} from './addresses.dto.js';
import { AddressesService } from './addresses.service.js';

@ApiTags('Addresses')
@Controller('addresses')
export class AddressesController {
  constructor(
    private readonly addresses: AddressesService,
    private readonly validation: AddressValidationService,
  ) {}

  @Post()
  @Operation({
    id: 'createAddress',
    summary: 'Save an address',
    description:
      'Saves a shipper, consignee or billing address for reuse. `contact_name` is another name of `contact`, ' +
      '`street` of `address`.',
    answer: { one: AddressDto },
    creates: (answer) => String(answer.id),
  })
  create(@CurrentTenant() tenant: Caller, @Body() body: CreateAddressDto): Promise<AddressDto> {
    return this.addresses.create(tenant, body);
  }

  @Get()
  @Operation({
    id: 'listAddresses',
    summary: 'List addresses',
    description:
      'The saved addresses of the organization in the mode of the key, newest first; `customer_id` narrows ' +
      'them to one customer’s.',
    answer: { list: AddressDto },
  })
  list(@CurrentTenant() tenant: Caller, @Query() query: AddressListQuery): Promise<Page<AddressDto>> {
    return this.addresses.list(tenant, query);
  }

  @Post('validate')
  @CallsOut()
  @Scope('addresses.read')
  @Operation({
    id: 'validateAddress',
    summary: 'Verify an address',
    description:
      'Normalises and verifies an address without saving it: by USPS, then by UPS where USPS finds it not valid ' +
      'or can’t answer. ' +
      '`messages` says who answered. Where nobody does, and always in test mode, the format is checked, ' +
      'and that ZIP and state agree.',
    answer: { one: AddressValidationDto },
  })
  validate(@CurrentTenant() tenant: Caller, @Body() body: ValidateAddressDto): Promise<AddressValidationDto> {
    return this.validation.validate(tenant, body);
  }

  @Get(':id')
  @Operation({
    id: 'getAddress',
    summary: 'Retrieve an address',
    description:
      'One saved address, as it was saved or changed last. One that was deleted, or belongs to another ' +
      'organization or mode, answers 404.',
    answer: { one: AddressDto },
    errors: ['resource_missing'],
  })
  get(@CurrentTenant() tenant: Caller, @Param('id', PathId) id: number): Promise<AddressDto> {
    return this.addresses.get(tenant, id);
  }

  @Patch(':id')
  @Operation({
    id: 'updateAddress',
    summary: 'Update an address',
    description:
      'Changes what is sent and leaves the rest; null clears an optional field. State and ZIP must still ' +
      'agree afterwards. Answers the whole address.',
    answer: { one: AddressDto },
    errors: ['resource_missing'],
  })
  update(
    @CurrentTenant() tenant: Caller,
    @Param('id', PathId) id: number,
    @Body() body: UpdateAddressDto,
  ): Promise<AddressDto> {
    return this.addresses.update(tenant, id, body);
  }

  @Delete(':id')
  @Operation({
    id: 'deleteAddress',
    summary: 'Delete an address',
    description: 'Deletes a saved address. Shipments that were made with it keep their own copy.',
    answer: { one: DeletedAddressDto },
    errors: ['resource_missing'],
  })
  delete(@CurrentTenant() tenant: Caller, @Param('id', PathId) id: number): Promise<DeletedAddressDto> {
    return this.addresses.delete(tenant, id);
  }
}
