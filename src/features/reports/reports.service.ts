import { Injectable } from '@nestjs/common';
import { canSeeCosts, type ScopedKey } from '../../platform/auth/scopes.js';
import { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { BillingLineDto, ReportQuery, SpendLineDto, TransitLineDto } from './reports.dto.js';
import { ReportsRepository } from './reports.repository.js';

type ReportCaller = Tenant & ScopedKey;
type Row = Record<string, unknown>;

const COST_FIELDS = ['cost_cents', 'cost_cents_per_cwt', 'billed_cents', 'quoted_cents', 'variance_cents'];

/** What happened over a while, added up: one statement a report, over a range that an index finds. */
@Injectable()
export class ReportsService {
  constructor(private readonly rows: ReportsRepository) {}

  async spend(tenant: ReportCaller, query: ReportQuery): Promise<Page<SpendLineDto>> {
    return toPage(tenant, 'spend_line', await this.rows.spend(tenant, query));
  }

  async transit(tenant: ReportCaller, query: ReportQuery): Promise<Page<TransitLineDto>> {
    return toPage(tenant, 'transit_line', await this.rows.transit(tenant, query));
  }

  async billing(tenant: ReportCaller, query: ReportQuery): Promise<Page<BillingLineDto>> {
    return toPage(tenant, 'billing_line', await this.rows.billing(tenant, query));
  }
}

function toPage<Line>(key: ScopedKey, object: string, { lines, totals }: { lines: Row[]; totals: Row }) {
  const shown = (row: Row): Row => (canSeeCosts(key) ? row : { ...row, ...hideCosts(row) });
  const data = lines.map((line) => ({ object, ...shown(line) }) as Line);
  return new Page(data, false, { totals: shown(totals) });
}

/** They are there, and say nothing. */
function hideCosts(row: Row): Row {
  return Object.fromEntries(COST_FIELDS.filter((name) => name in row).map((name) => [name, null]));
}
