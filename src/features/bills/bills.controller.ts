import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '../../platform/tenancy/page.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { BillDecisionsService } from './bill-decisions.service.js';
import { BillReauditService } from './bill-reaudit.service.js';
import {
  BillDto,
  BillListQuery,
  CreateBillDto,
  DisputeBillDto,
  ReclassifyBillDto,
  ResolveBillDto,
} from './bills.dto.js';
import { BillsService } from './bills.service.js';

@ApiTags('Bills')
@Controller('bills')
export class BillsController {
  constructor(
    private readonly bills: BillsService,
    private readonly decisions: BillDecisionsService,
    private readonly audits: BillReauditService,
  ) {}

  @Post()
  @Operation({
    id: 'createBill',
    summary: "Audit a carrier's bill",
    description:
      "Compares a carrier's freight bill with the quote of its shipment, by code and then by type of charge. A " +
      'second original for a PRO number is a `duplicate`, unless `replaces_bill_id` is the id of the bill that it ' +
      'corrects. Send `kind` for a supplement or a credit. The quote does not cover a supplement or a credit, so you ' +
      'must approve its amount. A bill with an unknown PRO number is disputed, and audited again once a shipment has ' +
      'that number.',
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
    summary: "List carriers' bills",
    description:
      "Returns carriers' freight bills with their audits, newest first. Filter them by `status`, `freight_id` or " +
      'other parameters.',
    answer: { list: BillDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: BillListQuery): Promise<Page<BillDto>> {
    return this.bills.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getBill',
    summary: "Retrieve a carrier's bill",
    description:
      "Returns one carrier's freight bill with its audit: the status, the `reasons` of differences, and the billed and " +
      'quoted amount of each code or type of charge.',
    answer: { one: BillDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<BillDto> {
    return this.bills.get(caller, id);
  }

  @Post(':id/approve')
  @Operation({
    id: 'approveBill',
    summary: "Approve a carrier's bill",
    description:
      'Approves the bill permanently. The difference from the quote changes the cost of the shipment ' +
      '(`adjustments[]`) and, with the setting `BILL_PASS_THROUGH`, its invoice. Publishes `bill.updated`.',
    answer: { one: BillDto },
    errors: ['resource_missing', 'bill_not_approvable'],
  })
  approve(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<BillDto> {
    return this.decisions.approve(caller, id);
  }

  @Post(':id/dispute')
  @Operation({
    id: 'disputeBill',
    summary: "Dispute a carrier's bill",
    description:
      'Disputes an amount of the bill. The cost of the shipment does not change until you resolve or approve the ' +
      'bill. Publishes `bill.updated`.',
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
      "Records the agreement with the carrier permanently. `amount_cents` is the carrier's credit; the rest is " +
      'payable. The result changes the cost of the shipment and, with the setting `BILL_PASS_THROUGH`, its invoice. ' +
      'Publishes `bill.updated`.',
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

  @Post(':id/reclassify')
  @Operation({
    id: 'reclassifyBill',
    summary: 'Change the kind of a bill',
    description:
      'Changes the kind of a bill that is not yet approved or resolved, and audits it again. Use it when a bill ' +
      'marked `duplicate` is a supplement or a credit. Publishes `bill.updated`.',
    answer: { one: BillDto },
    errors: ['conflicting_values', 'resource_missing', 'bill_not_reclassifiable'],
  })
  reclassify(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: ReclassifyBillDto,
  ): Promise<BillDto> {
    return this.audits.reclassify(caller, id, body);
  }
}
