import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { CURRENCIES, DEFAULT_CURRENCY, type Currency } from '../../domain/currencies.js';
import { buildConditions } from '../../platform/tenancy/list-filters.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';

const MAX_LINES = 500;

/** The SQL parts of a report. The query's ranges filter the rows of `base`. */
interface ReportDefinition {
  base: string;
  /** True if the sums are amounts, which the report adds in one currency. */
  hasAmounts: boolean;
  /** Columns by the names of the query's ranges. */
  columns: Record<string, string>;
  groupBy: string[];
  /** Columns of a line that are not in the totals. */
  labels?: Record<string, string>;
  sums: Record<string, string>;
  orderBy: string;
}

const buildCentsPerCwt = (cents: string): string =>
  `round(sum(${cents}) * 100 / NULLIF(sum(weight), 0))::bigint`;

/** One SCAC has a name per tariff. The newest shipment gives the name of its line. */
const CARRIER_LABEL = { carrier_name: '(array_agg(carrier_name ORDER BY id DESC))[1]' };

const FREIGHT_COLUMNS = { createdAt: 'f.created_at', pickupDate: 'f.pickup_date' };

const SPEND: ReportDefinition = {
  hasAmounts: true,
  base: `SELECT f.id, f.scac, f.carrier_name, f.currency, q.origin->>'state' AS origin_state, q.destination->>'state' AS destination_state,
           f.total_charge_cents AS charge,
           COALESCE(q.cost_cents, q.net_charge_cents)
             + COALESCE((SELECT sum((a->>'amountCents')::bigint) FROM jsonb_array_elements(f.adjustments) a), 0) AS cost,
           (SELECT sum((i->>'weight')::numeric) FROM jsonb_array_elements(q.items) i) AS weight
         FROM freight f JOIN quotes q ON q.organization_id = f.organization_id AND q.mode = f.mode AND q.id = f.quote_id
         WHERE f.organization_id = $1 AND f.mode = $2 AND f.status NOT IN ('draft', 'voided')`,
  columns: FREIGHT_COLUMNS,
  groupBy: ['scac', 'origin_state', 'destination_state'],
  labels: CARRIER_LABEL,
  sums: {
    shipment_count: 'count(*)::int',
    weight: 'COALESCE(sum(weight), 0)::float8',
    charge_cents: 'COALESCE(sum(charge), 0)::bigint',
    cost_cents: 'COALESCE(sum(cost), 0)::bigint',
    charge_cents_per_cwt: buildCentsPerCwt('charge'),
    cost_cents_per_cwt: buildCentsPerCwt('cost'),
  },
  orderBy: 'sum(charge) DESC, scac, origin_state, destination_state',
};

/** The local delivery date, like the pickup date. A UTC date would be a day later in the evening. */
const DELIVERED_ON = `COALESCE(f.delivered_on, (f.delivered_at AT TIME ZONE 'UTC')::date)`;

const TRANSIT: ReportDefinition = {
  hasAmounts: false,
  base: `SELECT f.id, f.scac, f.carrier_name, f.transit_days,
           ${DELIVERED_ON} - f.pickup_date AS days, ${DELIVERED_ON} <= f.estimated_delivery_date AS on_time
         FROM freight f
         WHERE f.organization_id = $1 AND f.mode = $2 AND f.status = 'delivered' AND f.delivered_at IS NOT NULL`,
  columns: FREIGHT_COLUMNS,
  groupBy: ['scac'],
  labels: CARRIER_LABEL,
  sums: {
    delivered_count: 'count(*)::int',
    on_time_count: 'count(*) FILTER (WHERE on_time)::int',
    late_count: 'count(*) FILTER (WHERE NOT on_time)::int',
    on_time_percent: 'round(100.0 * count(*) FILTER (WHERE on_time) / NULLIF(count(on_time), 0), 1)::float8',
    average_days: 'round(avg(GREATEST(days, 0)), 1)::float8',
    average_quoted_days: 'round(avg(transit_days), 1)::float8',
  },
  orderBy: 'count(*) DESC, scac',
};

/** SQL: what a bill costs without its sales taxes, as the bills' `computeUntaxed` does for decided ones. */
const UNTAXED_CENTS = `CASE
  WHEN b.tax_cents = 0 THEN b.total_cents - b.credit_cents
  WHEN b.total_cents <= b.tax_disputed_cents OR b.credit_cents < b.tax_disputed_cents
    THEN b.total_cents - b.credit_cents - b.tax_cents
  ELSE b.total_cents - b.credit_cents
    - round((b.total_cents - b.credit_cents)::numeric * b.tax_cents / (b.total_cents - b.tax_disputed_cents))::bigint
  END`;

const BILLING: ReportDefinition = {
  hasAmounts: true,
  base: `SELECT CASE WHEN lower(b.carrier) = lower(f.carrier_name) THEN f.scac ELSE b.carrier_key END AS carrier,
           b.currency, b.status, ${UNTAXED_CENTS} AS billed, b.quoted_cents AS quoted
         FROM bills b LEFT JOIN freight f
           ON f.organization_id = b.organization_id AND f.mode = b.mode AND f.id = b.freight_id
         WHERE b.organization_id = $1 AND b.mode = $2 AND NOT b.replaced AND b.status <> 'duplicate'`,
  columns: { createdAt: 'b.created_at', pickupDate: 'f.pickup_date' },
  groupBy: ['carrier'],
  sums: {
    bill_count: 'count(*)::int',
    matched_count: `count(*) FILTER (WHERE status = 'matched')::int`,
    open_count: `count(*) FILTER (WHERE status IN ('variance', 'disputed'))::int`,
    unquoted_count: 'count(*) FILTER (WHERE quoted IS NULL)::int',
    billed_cents: 'COALESCE(sum(billed), 0)::bigint',
    quoted_cents: 'COALESCE(sum(quoted), 0)::bigint',
    variance_cents: 'COALESCE(sum(billed - quoted), 0)::bigint',
  },
  orderBy: 'count(*) DESC, carrier',
};

type Row = Record<string, unknown>;

/** A query of a report with amounts. */
export interface AmountsQuery {
  currency?: Currency;
}

export interface ReportData {
  lines: Row[];
  totals: Row;
  /** The currencies of the rows, those of most rows first. */
  currencies?: Currency[];
}

@Injectable()
export class ReportsRepository {
  constructor(private readonly transactions: Transactions) {}

  spend(tenant: Tenant, query: AmountsQuery): Promise<ReportData> {
    return this.readReport(SPEND, tenant, query);
  }

  transit(tenant: Tenant, query: object): Promise<ReportData> {
    return this.readReport(TRANSIT, tenant, query);
  }

  billing(tenant: Tenant, query: AmountsQuery): Promise<ReportData> {
    return this.readReport(BILLING, tenant, query);
  }

  private async readReport(
    report: ReportDefinition,
    { organizationId, mode }: Tenant,
    query: AmountsQuery,
  ): Promise<ReportData> {
    const values: unknown[] = [organizationId, mode];
    const where = buildRangeCondition(report, query, values);
    const sums = Object.entries(report.sums).map(([name, sum]) => `${sum} AS ${name}`);
    const labels = Object.entries(report.labels ?? {}).map(([name, label]) => `${label} AS ${name}`);
    const by = report.groupBy.join(', ');
    const columns = [...report.groupBy, ...labels, ...sums].join(', ');
    const { hasAmounts } = report;
    const currency = hasAmounts ? [`(SELECT currency FROM chosen) AS currency`] : [];
    const chosen = hasAmounts ? buildCurrencyChoice(values.push(query.currency ?? null)) : '';
    const rows = hasAmounts ? 'base WHERE currency = (SELECT currency FROM chosen)' : 'base';
    const statement = {
      text: `WITH base AS MATERIALIZED (${report.base} ${where}), ${chosen}
               grouped AS (SELECT ${[...currency, columns].join(', ')} FROM ${rows} GROUP BY ${by}
                           ORDER BY ${report.orderBy} LIMIT ${MAX_LINES})
             SELECT (SELECT row_to_json(t) FROM (SELECT ${[...currency, ...sums].join(', ')} FROM ${rows}) t) AS totals,
                    ${hasAmounts ? `(SELECT COALESCE(json_agg(currency ORDER BY rank), '[]') FROM used) AS currencies,` : ''}
                    (SELECT COALESCE(json_agg(grouped), '[]') FROM grouped) AS lines`,
      values,
    };
    const [row] = await this.transactions.reading(() => this.transactions.prepared<ReportData>(statement));
    return row!;
  }
}

/** Selects the currency of the parameter, or that of most rows. Amounts in other currencies are never added. */
function buildCurrencyChoice(parameter: number): string {
  const order = `array_position(ARRAY['${CURRENCIES.join("', '")}'], currency::text)`;
  return `used AS (SELECT currency, row_number() OVER (ORDER BY count(*) DESC, ${order}) AS rank FROM base GROUP BY currency),
    chosen AS (SELECT COALESCE($${parameter}, (SELECT currency FROM used WHERE rank = 1), '${DEFAULT_CURRENCY}') AS currency),`;
}

/** Builds the conditions of the query's ranges, or of the last 90 days if it has none. */
function buildRangeCondition({ columns }: ReportDefinition, query: object, values: unknown[]): string {
  const { ranges } = buildConditions(query);
  if (ranges.length === 0) return `AND ${columns.createdAt} > now() - interval '90 days'`;
  return ranges
    .flatMap(({ column, from, before }) => [
      ...(from === undefined ? [] : [`AND ${columns[column]} >= $${values.push(from)}`]),
      ...(before === undefined ? [] : [`AND ${columns[column]} < $${values.push(before)}`]),
    ])
    .join(' ');
}
