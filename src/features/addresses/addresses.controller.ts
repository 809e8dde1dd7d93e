import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ManagesOwnTransaction, AllowOverWriteQuota } from '../../platform/http/contract/handler-options.js';
import { CSV_UPLOAD } from '../../platform/http/contract/csv-file.js';
import { RequestSignal } from '../../platform/http/contract/request-signal.js';
import { ImportResultDto } from '../../platform/http/contract/import.dto.js';
import { RawBody } from '../../platform/http/pipeline/raw-body.js';
import type { Page } from '../../platform/tenancy/page.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { Scope } from '../../platform/auth/scopes.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { AddressImportService } from './address-import.service.js';
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
    private readonly imports: AddressImportService,
  ) {}

  @Post()
  @Operation({
    id: 'createAddress',
    summary: 'Save an address',
    description:
      'Saves a shipper, consignee or billing address for reuse. `contact_name` is an alias of `contact`, and ' +
      '`street` of `address`. The location type and the accessorials apply to each quote that uses the address.',
    answer: { one: AddressDto },
    creates: (answer) => String(answer.id),
    errors: ['conflicting_values', 'unknown_reference', 'address_already_exists', 'quota_exceeded'],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateAddressDto): Promise<AddressDto> {
    return this.addresses.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listAddresses',
    summary: 'List addresses',
    description:
      "Returns the organization's saved addresses in the mode of the key, newest first. `customer_id` selects one " +
      "customer's addresses; `external_ref` finds an address by your own reference.",
    answer: { list: AddressDto },
    errors: ['search_timeout'],
  })
  list(@CurrentCaller() caller: Caller, @Query() query: AddressListQuery): Promise<Page<AddressDto>> {
    return this.addresses.list(caller, query);
  }

  @Post('validate')
  @ManagesOwnTransaction()
  @Scope('addresses.read')
  @AllowOverWriteQuota()
  @Operation({
    id: 'validateAddress',
    summary: 'Verify an address',
    description:
      'Normalizes and verifies an address without saving it. The service calls USPS first, and UPS if USPS rejects the ' +
      'address or does not respond. `messages` contains the name of the verifier. In test mode, or if no verifier responds, ' +
      'the service checks only the format and whether the ZIP code is in the state.',
    answer: { one: AddressValidationDto },
    errors: ['conflicting_values'],
  })
  validate(@CurrentCaller() caller: Caller, @Body() body: ValidateAddressDto): Promise<AddressValidationDto> {
    return this.validation.validate(caller, body);
  }

  @Post('import')
  @RawBody(CSV_UPLOAD)
  @Operation({
    id: 'importAddresses',
    summary: 'Import addresses',
    description:
      'Imports a CSV file (UTF-8, at most 10,000 rows and 8 MiB). If any row is invalid, nothing is imported. A row ' +
      'with an `external_ref` creates or updates the address with that reference. A row without one creates an ' +
      'address unless an identical address exists. The file has the same columns as the list in CSV format; ' +
      '`address`, `city`, `state` and `zip` are required. An empty cell clears a field; a missing column leaves it ' +
      'unchanged.',
    answer: { one: ImportResultDto },
    errors: ['invalid_file', 'quota_exceeded'],
  })
  import(
    @CurrentCaller() caller: Caller,
    @Body() bytes: Buffer,
    @RequestSignal() signal: AbortSignal,
  ): Promise<ImportResultDto> {
    return this.imports.run(caller, bytes, signal);
  }

  @Get(':id')
  @Operation({
    id: 'getAddress',
    summary: 'Retrieve an address',
    description:
      'Returns one saved address. A deleted address, or an address of another organization or mode, returns 404.',
    answer: { one: AddressDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<AddressDto> {
    return this.addresses.get(caller, id);
  }

  @Patch(':id')
  @Operation({
    id: 'updateAddress',
    summary: 'Update an address',
    description:
      'Changes the fields that you send; null clears an optional field. The ZIP code must still be in the state. ' +
      'You can send back the response of a GET: if a field and its alias differ, the edited one wins.',
    answer: { one: AddressDto },
    errors: ['conflicting_values', 'unknown_reference', 'resource_missing', 'address_already_exists'],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: UpdateAddressDto,
  ): Promise<AddressDto> {
    return this.addresses.update(caller, id, body);
  }

  @Delete(':id')
  @Operation({
    id: 'deleteAddress',
    summary: 'Delete an address',
    description: 'Deletes a saved address. Shipments created with it keep their own copy.',
    answer: { one: DeletedAddressDto },
    errors: ['resource_missing'],
  })
  delete(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<DeletedAddressDto> {
    return this.addresses.delete(caller, id);
  }
}
