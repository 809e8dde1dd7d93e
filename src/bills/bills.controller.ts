import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '../http/list.js';
import { Operation } from '../http/operation.js';
import { PathId } from '../http/path-id.js';
import { CurrentTenant, type Caller } from '../tenancy/tenant.js';
import { BillDto, BillListQuery, CreateBillDto } from './bills.dto.js';
import { BillsService } from './bills.service.js';

@ApiTags('Bills')
@Controller('bills')
export class BillsController {
  constructor(private readonly bills: BillsService) {}

  @Post()
  @Operation({
    id: 'createBill',
    summary: 'Audit a carrier’s bill',
    description:
      'Takes a carrier’s freight bill and holds it against the quote of its shipment, type of charge by type. ' +
      'A bill whose PRO number no shipment has yet is disputed, and examined again when one has it.',
    answer: { one: BillDto },
    creates: (answer) => String(answer.id),
    errors: ['resource_missing', 'bill_already_exists'],
  })
  create(@CurrentTenant() tenant: Caller, @Body() body: CreateBillDto): Promise<BillDto> {
    return this.bills.create(tenant, body);
  }

  @Get()
  @Operation({
    id: 'listBills',
    summary: 'List carriers’ bills',
    description:
      'Carriers’ freight bills with their audits, newest first: of every status and shipment, unless ' +
      '`status` or `freight_id` asks for some.',
    answer: { list: BillDto },
  })
  list(@CurrentTenant() tenant: Caller, @Query() query: BillListQuery): Promise<Page<BillDto>> {
    return this.bills.list(tenant, query);
  }

  @Get(':id')
  @Operation({
    id: 'getBill',
    summary: 'Retrieve a carrier’s bill',
    description:
      'One carrier’s freight bill with its audit: the status (`matched`, `variance` or `disputed`), the ' +
      'reason for a dispute, and billed against quoted amount for each type of charge.',
    answer: { one: BillDto },
    errors: ['resource_missing'],
  })
  get(@CurrentTenant() tenant: Caller, @Param('id', PathId) id: number): Promise<BillDto> {
    return this.bills.get(tenant, id);
  }
}
