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
    summary: 'Add a customer',
    description:
      'Adds a customer, whose id can then be given as `customer_id` with quotes, shipments and addresses.',
    answer: { one: CustomerDto },
    creates: (answer) => String(answer.id),
    errors: ['conflicting_values'],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateCustomerDto): Promise<CustomerDto> {
    return this.customers.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listCustomers',
    summary: 'List customers',
    description:
      'The customers of the organization in the mode of the key, newest first. `external_ref` finds those ' +
      'with a number of your own.',
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
      'One customer with its metadata. One of another organization or mode answers 404, as an unknown id ' +
      'does.',
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
    description: 'Changes what is sent; null clears a field. Metadata is merged key by key.',
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
