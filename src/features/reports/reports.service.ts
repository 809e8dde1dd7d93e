import { Injectable } from '@nestjs/common';
import { canSeeCosts, type ScopedKey } from '../../platform/auth/scopes.js';
import { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type {
  AmountsReportQuery,
  BillingLineDto,
  ReportQuery,
  SpendLineDto,
  TransitLineDto,
} from './reports.dto.js';
import { ReportsRepository, type ReportData } from './reports.repository.js';

type ReportCaller = Tenant & ScopedKey;
type Row = Record<string, unknown>;

const COST_FIELDS = ['cost_cents', 'cost_cents_per_cwt', 'billed_cents', 'quoted_cents', 'variance_cents'];

@Injectable()
export class ReportsService {
  constructor(private readonly reports: ReportsRepository) {}

  async spend(caller: ReportCaller, query: AmountsReportQuery): Promise<Page<SpendLineDto>> {
    return toPage(caller, 'spend_line', await this.reports.spend(caller, query));
  }

  async transit(caller: ReportCaller, query: ReportQuery): Promise<Page<TransitLineDto>> {
    return toPage(caller, 'transit_line', await this.reports.transit(caller, query));
  }

  async billing(caller: ReportCaller, query: AmountsReportQuery): Promise<Page<BillingLineDto>> {
    return toPage(caller, 'billing_line', await this.reports.billing(caller, query));
  }
}

function toPage<Line>(key: ScopedKey, object: string, { lines, totals, currencies }: ReportData) {
  const toVisible = (row: Row): Row => (canSeeCosts(key) ? row : hideCosts(row));
  const data = lines.map((line) => ({ object, ...toVisible(line) }) as Line);
  return new Page(data, false, { totals: toVisible(totals), ...(currencies && { currencies }) });
}

/** Sets the cost fields to null. */
function hideCosts(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, COST_FIELDS.includes(name) ? null : value]),
  );
}
