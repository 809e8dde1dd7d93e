import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/contract/operation.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import type { Page } from '../../platform/tenancy/page.js';
import {
  AmountsReportQuery,
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
    summary: 'Retrieve the spend report',
    description:
      'Returns booked shipments by carrier and state-to-state lane: the 500 lines with the highest charges, and the ' +
      '`totals` of all lines, in one currency. Without a filter it covers shipments created in the last 90 days. Carrier costs require ' +
      'the scope `costs.read`.',
    answer: { list: SpendLineDto, and: SpendReportDto },
  })
  spend(@CurrentCaller() caller: Caller, @Query() query: AmountsReportQuery): Promise<Page<SpendLineDto>> {
    return this.reports.spend(caller, query);
  }

  @Get('transit')
  @Operation({
    id: 'getTransitReport',
    summary: 'Retrieve the transit report',
    description:
      'Returns delivered shipments by carrier: on-time and late counts, and average transit days. The report covers the 500 ' +
      'carriers with the most shipments. Without a filter it covers shipments created in the last 90 days.',
    answer: { list: TransitLineDto, and: TransitReportDto },
  })
  transit(@CurrentCaller() caller: Caller, @Query() query: ReportQuery): Promise<Page<TransitLineDto>> {
    return this.reports.transit(caller, query);
  }

  @Get('billing')
  @Operation({
    id: 'getBillingReport',
    summary: 'Retrieve the billing report',
    description:
      'Returns billed and quoted amounts by carrier, for the 500 carriers with the most bills, in one currency. Without a filter it covers ' +
      'bills created in the last 90 days. Amounts require the scope `costs.read`.',
    answer: { list: BillingLineDto, and: BillingReportDto },
  })
  billing(
    @CurrentCaller() caller: Caller,
    @Query() query: AmountsReportQuery,
  ): Promise<Page<BillingLineDto>> {
    return this.reports.billing(caller, query);
  }
}
