import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { conditionsOf } from '../../platform/tenancy/list-filters.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';

/** Lines of a report: more are nobody's to read. */
const MAX_LINES = 500;

/** What a report adds up: fixed texts, over the rows of `base` that the query's range leaves. */
interface Report {
  base: string;
  /** By the names of the query's ranges. */
  columns: Record<string, string>;
  by: string[];
  sums: Record<string, string>;
  order: string;
}

const CENTS_PER_CWT = (cents: string): string =>
  `round(sum(${cents}) * 100 / NULLIF(sum(weight), 0))::bigint`;

const FREIGHT_COLUMNS = { createdAt: 'f.created_at', pickupDate: 'f.pickup_date' };

const SPEND: Report = {
  base: `SELECT f.scac, f.carrier_name, q.origin->>'state' AS origin_state, q.destination->>'state' AS destination_state,
           f.total_charge_cents AS charge,
           COALESCE(q.cost_cents, q.net_charge_cents)
             + COALESCE((SELECT sum((a->>'amountCents')::bigint) FROM jsonb_array_elements(f.adjustments) a), 0) AS cost,
           (SELECT sum((i->>'weight')::numeric) FROM jsonb_array_elements(q.items) i) AS weight
         FROM freight f JOIN quotes q ON q.organization_id = f.organization_id AND q.mode = f.mode AND q.id = f.quote_id
         WHERE f.organization_id = $1 AND f.mode = $2 AND f.status NOT IN ('draft', 'voided')`,
  columns: FREIGHT_COLUMNS,
  by: ['scac', 'carrier_name', 'origin_state', 'destination_state'],
  sums: {
    shipment_count: 'count(*)::int',
    weight: 'COALESCE(sum(weight), 0)::float8',
    charge_cents: 'COALESCE(sum(charge), 0)::bigint',
    cost_cents: 'COALESCE(sum(cost), 0)::bigint',
    charge_cents_per_cwt: CENTS_PER_CWT('charge'),
    cost_cents_per_cwt: CENTS_PER_CWT('cost'),
  },
  order: 'sum(charge) DESC, scac, origin_state, destination_state, carrier_name',
};

/** Both days are those of their places: one counted in UTC would come a day late in the evening. */
const DELIVERED_ON = `COALESCE(f.delivered_on, (f.delivered_at AT TIME ZONE 'UTC')::date)`;

const TRANSIT: Report = {
  base: `SELECT f.scac, f.carrier_name, f.transit_days,
           ${DELIVERED_ON} - f.pickup_date AS days, ${DELIVERED_ON} <= f.estimated_delivery_date AS on_time
         FROM freight f
         WHERE f.organization_id = $1 AND f.mode = $2 AND f.status = 'delivered' AND f.delivered_at IS NOT NULL`,
  columns: FREIGHT_COLUMNS,
  by: ['scac', 'carrier_name'],
  sums: {
    delivered_count: 'count(*)::int',
    on_time_count: 'count(*) FILTER (WHERE on_time)::int',
    late_count: 'count(*) FILTER (WHERE NOT on_time)::int',
    on_time_percent: 'round(100.0 * count(*) FILTER (WHERE on_time) / NULLIF(count(on_time), 0), 1)::float8',
    average_days: 'round(avg(GREATEST(days, 0)), 1)::float8',
    average_quoted_days: 'round(avg(transit_days), 1)::float8',
  },
  order: 'count(*) DESC, scac, carrier_name',
};

const BILLING: Report = {
  base: `SELECT b.carrier_key AS carrier, b.status, b.total_cents - b.credit_cents AS billed, b.quoted_cents AS quoted
         FROM bills b LEFT JOIN freight f
           ON f.organization_id = b.organization_id AND f.mode = b.mode AND f.id = b.freight_id
         WHERE b.organization_id = $1 AND b.mode = $2 AND NOT b.replaced AND b.status <> 'duplicate'`,
  columns: { createdAt: 'b.created_at', pickupDate: 'f.pickup_date' },
  by: ['carrier'],
  sums: {
    bill_count: 'count(*)::int',
    matched_count: `count(*) FILTER (WHERE status = 'matched')::int`,
    open_count: `count(*) FILTER (WHERE status IN ('variance', 'disputed'))::int`,
    unquoted_count: 'count(*) FILTER (WHERE quoted IS NULL)::int',
    billed_cents: 'COALESCE(sum(billed), 0)::bigint',
    quoted_cents: 'COALESCE(sum(quoted), 0)::bigint',
    variance_cents: 'COALESCE(sum(billed - quoted), 0)::bigint',
  },
  order: 'count(*) DESC, carrier',
};

type Row = Record<string, unknown>;

export interface ReportData {
  lines: Row[];
  totals: Row;
}

/** The statements of the reports. */
@Injectable()
export class ReportRows {
  constructor(private readonly transactions: Transactions) {}

  spend(tenant: Tenant, query: object): Promise<ReportData> {
    return this.read(SPEND, tenant, query);
  }

  transit(tenant: Tenant, query: object): Promise<ReportData> {
    return this.read(TRANSIT, tenant, query);
  }

  billing(tenant: Tenant, query: object): Promise<ReportData> {
    return this.read(BILLING, tenant, query);
  }

  private async read(report: Report, { organizationId, mode }: Tenant, query: object): Promise<ReportData> {
    const values: unknown[] = [organizationId, mode];
    const where = rangeOf(report, query, values);
    const sums = Object.entries(report.sums).map(([name, sum]) => `${sum} AS ${name}`);
    const by = report.by.join(', ');
    const statement = {
      text: `WITH base AS MATERIALIZED (${report.base} ${where}),
               grouped AS (SELECT ${by}, ${sums.join(', ')} FROM base GROUP BY ${by}
                           ORDER BY ${report.order} LIMIT ${MAX_LINES})
             SELECT (SELECT row_to_json(t) FROM (SELECT ${sums.join(', ')} FROM base) t) AS totals,
                    (SELECT COALESCE(json_agg(grouped), '[]') FROM grouped) AS lines`,
      values,
    };
    const [row] = await this.transactions.reading(() => this.transactions.prepared<ReportData>(statement));
    return row!;
  }
}

/** The query's ranges, as conditions; without one the last 90 days. */
function rangeOf({ columns }: Report, query: object, values: unknown[]): string {
  const { ranges } = conditionsOf(query);
  if (ranges.length === 0) return `AND ${columns.createdAt} > now() - interval '90 days'`;
  return ranges
    .flatMap(({ column, from, before }) => [
      ...(from === undefined ? [] : [`AND ${columns[column]} >= $${values.push(from)}`]),
      ...(before === undefined ? [] : [`AND ${columns[column]} < $${values.push(before)}`]),
    ])
    .join(' ');
}
