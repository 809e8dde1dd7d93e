import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '../../platform/tenancy/page.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { CreateCustomerDto, CustomerDto, CustomerListQuery, UpdateCustomerDto } from './customers.dto.js';
import { CustomersService } from './customers.service.js';

@ApiTags('Customers')
@Controller('customers')
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Post()
  @Operation({
    id: 'createCustomer',
    summary: 'Create a customer',
    description: 'Creates a customer. Send its id as `customer_id` in quotes, shipments and addresses.',
    answer: { one: CustomerDto },
    creates: (answer) => String(answer.id),
    errors: ['conflicting_values', 'quota_exceeded'],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateCustomerDto): Promise<CustomerDto> {
    return this.customers.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listCustomers',
    summary: 'List customers',
    description:
      "Returns the organization's customers in the mode of the key, newest first. `external_ref` finds " +
      'customers by your own reference.',
    answer: { list: CustomerDto },
    errors: ['search_timeout'],
  })
  list(@CurrentCaller() caller: Caller, @Query() query: CustomerListQuery): Promise<Page<CustomerDto>> {
    return this.customers.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getCustomer',
    summary: 'Retrieve a customer',
    description:
      'Returns one customer with its metadata. An unknown id, or a customer of another organization or mode, ' +
      'returns 404.',
    answer: { one: CustomerDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<CustomerDto> {
    return this.customers.get(caller, id);
  }

  @Patch(':id')
  @Operation({
    id: 'updateCustomer',
    summary: 'Update a customer',
    description: 'Changes the fields that you send; null clears a field. Metadata is merged key by key.',
    answer: { one: CustomerDto },
    errors: ['conflicting_values', 'resource_missing'],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: UpdateCustomerDto,
  ): Promise<CustomerDto> {
    return this.customers.update(caller, id, body);
  }
}
