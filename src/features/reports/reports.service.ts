import { Injectable } from '@nestjs/common';
import { seesCosts, type ScopedKey } from '../../platform/auth/scopes.js';
import { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { BillingLineDto, ReportQuery, SpendLineDto, TransitLineDto } from './reports.dto.js';
import { ReportRows } from './report-rows.js';

type Asking = Tenant & ScopedKey;
type Row = Record<string, unknown>;

const COSTS = ['cost_cents', 'cost_cents_per_cwt', 'billed_cents', 'quoted_cents', 'variance_cents'];

/** What happened over a while, added up: one statement a report, over a range that an index finds. */
@Injectable()
export class Reports {
  constructor(private readonly rows: ReportRows) {}

  async spend(tenant: Asking, query: ReportQuery): Promise<Page<SpendLineDto>> {
    return present(tenant, 'spend_line', await this.rows.spend(tenant, query));
  }

  async transit(tenant: Asking, query: ReportQuery): Promise<Page<TransitLineDto>> {
    return present(tenant, 'transit_line', await this.rows.transit(tenant, query));
  }

  async billing(tenant: Asking, query: ReportQuery): Promise<Page<BillingLineDto>> {
    return present(tenant, 'billing_line', await this.rows.billing(tenant, query));
  }
}

function present<Line>(key: ScopedKey, object: string, { lines, totals }: { lines: Row[]; totals: Row }) {
  const shown = (row: Row): Row => (seesCosts(key) ? row : { ...row, ...withoutCosts(row) });
  const data = lines.map((line) => ({ object, ...shown(line) }) as Line);
  return new Page(data, false, { totals: shown(totals) });
}

/** They are there, and say nothing. */
function withoutCosts(row: Row): Row {
  return Object.fromEntries(COSTS.filter((name) => name in row).map((name) => [name, null]));
}
