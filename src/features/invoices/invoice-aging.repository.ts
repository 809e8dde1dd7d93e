import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { CURRENCIES, DEFAULT_CURRENCY, type Currency } from '../../domain/currencies.js';
import type { AgingBucketsDto, AgingQuery } from './invoices.dto.js';

type AgingBucket = keyof Omit<AgingBucketsDto, 'invoice_count' | 'currency'>;

/** The condition of each bucket, by the days since the due date on the database clock. */
const BUCKETS: Record<AgingBucket, string> = {
  current_cents: 'due_date > now()',
  days_1_30_cents: `due_date <= now() AND due_date > now() - interval '30 days'`,
  days_31_60_cents: `due_date <= now() - interval '30 days' AND due_date > now() - interval '60 days'`,
  days_61_90_cents: `due_date <= now() - interval '60 days' AND due_date > now() - interval '90 days'`,
  days_over_90_cents: `due_date <= now() - interval '90 days'`,
  total_cents: 'TRUE',
};

export const AGING_SUMS = Object.entries(BUCKETS).map(
  ([name, condition]) => `COALESCE(sum(remaining) FILTER (WHERE ${condition}), 0)::bigint AS ${name}`,
);
export const AGING_TOTALS = [...Object.keys(BUCKETS), 'invoice_count'].map(
  (name) => `'${name}', COALESCE(sum(${name}), 0)`,
);
export const CURRENCY_RANK = `array_position(ARRAY['${CURRENCIES.join("', '")}'], currency::text)`;
/** The customer id of invoices without a customer, lower than every real id so that they come last. */
const NO_CUSTOMER_ID = -1;

interface AgingRow extends AgingBucketsDto {
  customer_id: number | null;
  customer_name: string | null;
}

interface AgingReport {
  totals: AgingBucketsDto;
  currencies: Currency[];
  rows: AgingRow[];
}

/** Sums the remaining amounts of open and overdue invoices in one currency by customer and days overdue, in one statement. */
@Injectable()
export class InvoiceAgingRepository {
  constructor(private readonly transactions: Transactions) {}

  /** Returns up to `limit` + 1 customers, newest first, the totals of all customers, and the currencies of their invoices. */
  async report(
    { organizationId, mode }: Tenant,
    { limit, starting_after: after, currency }: AgingQuery,
  ): Promise<AgingReport> {
    const [report] = await this.transactions.prepared<AgingReport>({
      name: 'invoice_aging',
      text: `WITH owed AS (
               SELECT COALESCE(customer_id, ${NO_CUSTOMER_ID}) AS customer_id, currency, due_date,
                      amount_cents + late_fee_cents - amount_paid_cents AS remaining
               FROM invoices
               WHERE organization_id = $1 AND mode = $2 AND status IN ('open', 'overdue')
             ), used AS (
               SELECT currency, row_number() OVER (ORDER BY count(*) DESC, ${CURRENCY_RANK}) AS rank FROM owed GROUP BY currency
             ), chosen AS (
               SELECT COALESCE($5, (SELECT currency FROM used WHERE rank = 1), '${DEFAULT_CURRENCY}') AS currency
             ), owing AS MATERIALIZED (
               SELECT customer_id, currency, ${AGING_SUMS.join(', ')}, count(*) AS invoice_count
               FROM owed WHERE currency = (SELECT currency FROM chosen) GROUP BY customer_id, currency
             ), page AS (
               SELECT * FROM owing WHERE $3::bigint IS NULL OR customer_id < $3
               ORDER BY customer_id DESC LIMIT $4
             )
             SELECT
               (SELECT json_build_object('currency', (SELECT currency FROM chosen), ${AGING_TOTALS.join(', ')}) FROM owing) AS totals,
               (SELECT COALESCE(json_agg(currency ORDER BY rank), '[]') FROM used) AS currencies,
               (SELECT COALESCE(json_agg(row_to_json(named) ORDER BY customer_id DESC), '[]') FROM (
                 SELECT page.*, COALESCE(c.company, c.name) AS customer_name FROM page
                 LEFT JOIN customers c ON c.organization_id = $1 AND c.mode = $2 AND c.id = page.customer_id
               ) named) AS rows`,
      values: [organizationId, mode, after ?? null, limit + 1, currency ?? null],
    });
    const { rows } = report!;
    for (const row of rows) if (row.customer_id === NO_CUSTOMER_ID) row.customer_id = null;
    return report!;
  }
}
