import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '../../platform/tenancy/page.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { BillDecisionsService } from './bill-decisions.service.js';
import { BillDto, BillListQuery, CreateBillDto, DisputeBillDto, ResolveBillDto } from './bills.dto.js';
import { BillsService } from './bills.service.js';

@ApiTags('Bills')
@Controller('bills')
export class BillsController {
  constructor(
    private readonly bills: BillsService,
    private readonly decisions: BillDecisionsService,
  ) {}

  @Post()
  @Operation({
    id: 'createBill',
    summary: 'Audit a carrier’s bill',
    description:
      'Takes a carrier’s freight bill and holds it against the quote of its shipment: code by code, then type of ' +
      'charge by type. A second bill for a carrier’s PRO number is a `duplicate`, unless `replaces_bill_id` says that ' +
      'it corrects the first. A bill whose PRO number no shipment has yet is disputed, and examined again when one ' +
      'has it.',
    answer: { one: BillDto },
    creates: (answer) => String(answer.id),
    errors: [
      'conflicting_values',
      'date_out_of_range',
      'resource_missing',
      'bill_already_exists',
      'bill_not_replaceable',
    ],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateBillDto): Promise<BillDto> {
    return this.bills.create(caller, body);
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
  list(@CurrentCaller() caller: Caller, @Query() query: BillListQuery): Promise<Page<BillDto>> {
    return this.bills.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getBill',
    summary: 'Retrieve a carrier’s bill',
    description:
      'One carrier’s freight bill with its audit: the status, why it differs (`reasons`), and billed against ' +
      'quoted amount for each code or type of charge.',
    answer: { one: BillDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<BillDto> {
    return this.bills.get(caller, id);
  }

  @Post(':id/approve')
  @Operation({
    id: 'approveBill',
    summary: 'Approve a carrier’s bill',
    description:
      'The bill is right as it is. What it asks for above or below the quote moves the shipment’s cost ' +
      '(`adjustments[]`) and, with the setting `BILL_PASS_THROUGH`, its invoice. Final. Publishes `bill.updated`.',
    answer: { one: BillDto },
    errors: ['resource_missing', 'bill_not_approvable'],
  })
  approve(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<BillDto> {
    return this.decisions.approve(caller, id);
  }

  @Post(':id/dispute')
  @Operation({
    id: 'disputeBill',
    summary: 'Dispute a carrier’s bill',
    description:
      'The bill is wrong, for a reason and by an amount. Nothing moves until it is resolved or approved after all. ' +
      'Publishes `bill.updated`.',
    answer: { one: BillDto },
    errors: ['conflicting_values', 'resource_missing', 'bill_not_disputable'],
  })
  dispute(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: DisputeBillDto,
  ): Promise<BillDto> {
    return this.decisions.dispute(caller, id, body);
  }

  @Post(':id/resolve')
  @Operation({
    id: 'resolveBill',
    summary: 'Resolve a disputed bill',
    description:
      'What was agreed with the carrier: `amount_cents` is its credit, and the rest is payable. That moves the ' +
      'shipment’s cost and, with the setting `BILL_PASS_THROUGH`, its invoice. Final. Publishes `bill.updated`.',
    answer: { one: BillDto },
    errors: ['conflicting_values', 'resource_missing', 'bill_not_resolvable'],
  })
  resolve(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: ResolveBillDto,
  ): Promise<BillDto> {
    return this.decisions.resolve(caller, id, body);
  }
}
