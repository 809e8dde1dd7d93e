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
      'Saves a shipper, consignee or billing address for reuse. `contact_name` is another name of `contact`, ' +
      '`street` of `address`. What kind of place it is and the services it calls for apply wherever it is used.',
    answer: { one: AddressDto },
    creates: (answer) => String(answer.id),
    errors: ['conflicting_values', 'unknown_reference', 'address_already_exists'],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateAddressDto): Promise<AddressDto> {
    return this.addresses.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listAddresses',
    summary: 'List addresses',
    description:
      'The saved addresses of the organization in the mode of the key, newest first; `customer_id` narrows ' +
      'them to one customer’s, `external_ref` finds the one with a number of your own.',
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
      'Normalises and verifies an address without saving it: by USPS, then by UPS where USPS finds it not valid ' +
      'or can’t answer. ' +
      '`messages` says who answered. Where nobody does, and always in test mode, the format is checked, ' +
      'and that ZIP and state agree.',
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
      'Takes a CSV file in UTF-8 as the body, whole or not at all: at most 10,000 rows and 8 MiB. A row with an ' +
      '`external_ref` adds the address that has it, or changes it; one without is added unless an address says just ' +
      'that. The columns are those of the list as CSV; `address`, `city`, `state` and `zip` must be there, others may be ' +
      'left out. An empty cell clears, a column that is left out changes nothing.',
    answer: { one: ImportResultDto },
    errors: ['invalid_file'],
  })
  import(
    @CurrentCaller() caller: Caller,
    @Body() bytes: Buffer,
    @RequestSignal() leaving: AbortSignal,
  ): Promise<ImportResultDto> {
    return this.imports.run(caller, bytes, leaving);
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
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<AddressDto> {
    return this.addresses.get(caller, id);
  }

  @Patch(':id')
  @Operation({
    id: 'updateAddress',
    summary: 'Update an address',
    description:
      'Changes what is sent and leaves the rest; null clears an optional field. State and ZIP must still ' +
      'agree afterwards. Answers the whole address. It takes back what a GET answered: of two names of a field, the one ' +
      'that was edited counts.',
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
    description: 'Deletes a saved address. Shipments that were made with it keep their own copy.',
    answer: { one: DeletedAddressDto },
    errors: ['resource_missing'],
  })
  delete(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<DeletedAddressDto> {
    return this.addresses.delete(caller, id);
  }
}
