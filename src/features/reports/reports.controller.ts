import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/contract/operation.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import type { Page } from '../../platform/tenancy/page.js';
import {
  BillingLineDto,
  BillingReportDto,
  ReportQuery,
  SpendLineDto,
  SpendReportDto,
  TransitLineDto,
  TransitReportDto,
} from './reports.dto.js';
import { ReportsService } from './reports.service.js';

@ApiTags('Reports')
@Controller('reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('spend')
  @Operation({
    id: 'getSpendReport',
    summary: 'Report what shipping costs',
    description:
      'Booked shipments by carrier and lane, state to state, the dearest 500 first; `totals` is about all of them. ' +
      'Without a filter those that were created in the last 90 days. What carriers ask needs the scope `costs.read`.',
    answer: { list: SpendLineDto, and: SpendReportDto },
  })
  spend(@CurrentCaller() caller: Caller, @Query() query: ReportQuery): Promise<Page<SpendLineDto>> {
    return this.reports.spend(caller, query);
  }

  @Get('transit')
  @Operation({
    id: 'getTransitReport',
    summary: 'Report how shipments arrive',
    description:
      'Delivered shipments by carrier, the busiest 500 first: on time, late, and how long they took. Without a filter ' +
      'those that were created in the last 90 days.',
    answer: { list: TransitLineDto, and: TransitReportDto },
  })
  transit(@CurrentCaller() caller: Caller, @Query() query: ReportQuery): Promise<Page<TransitLineDto>> {
    return this.reports.transit(caller, query);
  }

  @Get('billing')
  @Operation({
    id: 'getBillingReport',
    summary: 'Report what carriers bill',
    description:
      'Bills by carrier against what was quoted, those with the most bills first, 500 at most. Without a filter those ' +
      'that were created in the last 90 days. Amounts need the scope `costs.read`.',
    answer: { list: BillingLineDto, and: BillingReportDto },
  })
  billing(@CurrentCaller() caller: Caller, @Query() query: ReportQuery): Promise<Page<BillingLineDto>> {
    return this.reports.billing(caller, query);
  }
}
