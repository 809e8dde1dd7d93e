import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { AgingBucketsDto, AgingQuery, InvoiceAgingDto } from './invoices.dto.js';

type AgingBucket = keyof Omit<AgingBucketsDto, 'invoice_count'>;

/** What an invoice has to be counted in each bucket; the days are those since it fell due, by the database's clock. */
const BUCKETS: Record<AgingBucket, string> = {
  current_cents: 'due_date > now()',
  days_1_30_cents: `due_date <= now() AND due_date > now() - interval '30 days'`,
  days_31_60_cents: `due_date <= now() - interval '30 days' AND due_date > now() - interval '60 days'`,
  days_61_90_cents: `due_date <= now() - interval '60 days' AND due_date > now() - interval '90 days'`,
  days_over_90_cents: `due_date <= now() - interval '90 days'`,
  total_cents: 'TRUE',
};

const SUMS = Object.entries(BUCKETS).map(
  ([name, counted]) => `COALESCE(sum(remaining) FILTER (WHERE ${counted}), 0)::bigint AS ${name}`,
);
const TOTALS = [...Object.keys(BUCKETS), 'invoice_count'].map(
  (name) => `'${name}', COALESCE(sum(${name}), 0)`,
);
/** No customer's id: the invoices without a customer come last. */
const NO_CUSTOMER_ID = -1;

interface AgingReport {
  totals: AgingBucketsDto;
  page: ({ customer_id: number; customer_name: string | null } & AgingBucketsDto)[];
}

/** What is owed, by customer and by how long it has been due: one statement over the invoices that are not settled. */
@Injectable()
export class InvoiceAgingService {
  constructor(private readonly transactions: Transactions) {}

  async report({ organizationId, mode }: Tenant, query: AgingQuery): Promise<Page<InvoiceAgingDto>> {
    const { limit, starting_after: after = null } = query;
    const statement = {
      name: 'invoice_aging',
      text: `WITH owed AS (
               SELECT COALESCE(customer_id, ${NO_CUSTOMER_ID}) AS customer_id, due_date,
                      amount_cents + late_fee_cents - amount_paid_cents AS remaining
               FROM invoices
               WHERE organization_id = $1 AND mode = $2 AND status IN ('open', 'overdue')
             ), owing AS MATERIALIZED (
               SELECT customer_id, ${SUMS.join(', ')}, count(*) AS invoice_count FROM owed GROUP BY customer_id
             ), page AS (
               SELECT * FROM owing WHERE $3::bigint IS NULL OR customer_id < $3
               ORDER BY customer_id DESC LIMIT $4
             )
             SELECT
               (SELECT json_build_object(${TOTALS.join(', ')}) FROM owing) AS totals,
               (SELECT COALESCE(json_agg(row_to_json(named) ORDER BY customer_id DESC), '[]') FROM (
                 SELECT page.*, COALESCE(c.company, c.name) AS customer_name FROM page
                 LEFT JOIN customers c ON c.organization_id = $1 AND c.mode = $2 AND c.id = page.customer_id
               ) named) AS page`,
      values: [organizationId, mode, after, limit + 1],
    };
    const [report] = await this.transactions.reading(() =>
      this.transactions.prepared<AgingReport>(statement),
    );
    const { totals, page } = report!;
    return new Page(page.slice(0, limit).map(toAgingDto), page.length > limit, { totals });
  }
}

function toAgingDto({ customer_id: id, customer_name: name, ...buckets }: AgingReport['page'][number]) {
  const customerId = id === NO_CUSTOMER_ID ? null : id;
  return { object: 'invoice_aging' as const, customer_id: customerId, customer_name: name, ...buckets };
}
