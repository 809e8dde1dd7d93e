import { Injectable } from '@nestjs/common';
import { DEFAULT_CURRENCY, type Currency } from '../../domain/currencies.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { AGING_SUMS, AGING_TOTALS, CURRENCY_RANK } from './invoice-aging.repository.js';
import type { StatementTotalsDto } from './invoices.dto.js';

/** An unpaid invoice or credit as the statement prints it. Amounts in cents; times ISO 8601. */
export interface StatementRow {
  invoiceNumber: string;
  issuedAt: Date;
  dueDate: Date;
  bolNumber: string;
  proNumber: string | null;
  totalCents: number;
  paidCents: number;
  isOverdue: boolean;
}

/** Reads the open and overdue invoices of one customer. */
@Injectable()
export class StatementsRepository {
  constructor(private readonly transactions: Transactions) {}

  /** Runs `work`, which reads only, on the replica if it is up to date. */
  reading<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.reading(work);
  }

  /** Sums the balances in one currency by days overdue: `currency`, or that of most invoices. Null if the customer does not exist. */
  async findTotals(
    { organizationId, mode }: Tenant,
    customerId: number,
    currency: Currency | undefined,
  ): Promise<StatementTotalsDto | null> {
    const [row] = await this.transactions.prepared<StatementTotalsDto & { known: boolean }>({
      name: 'statement_totals',
      text: `WITH owed AS MATERIALIZED (
               SELECT currency, due_date, amount_cents + late_fee_cents - amount_paid_cents AS remaining
               FROM invoices
               WHERE organization_id = $1 AND mode = $2 AND customer_id = $3 AND status IN ('open', 'overdue')
             ), used AS (
               SELECT currency, row_number() OVER (ORDER BY count(*) DESC, ${CURRENCY_RANK}) AS rank FROM owed GROUP BY currency
             ), chosen AS (
               SELECT COALESCE($4, (SELECT currency FROM used WHERE rank = 1), '${DEFAULT_CURRENCY}') AS currency
             ), owing AS (
               SELECT ${AGING_SUMS.join(', ')}, count(*) AS invoice_count
               FROM owed WHERE currency = (SELECT currency FROM chosen)
             )
             SELECT EXISTS (SELECT 1 FROM customers WHERE organization_id = $1 AND mode = $2 AND id = $3) AS known,
               (SELECT json_build_object('currency', (SELECT currency FROM chosen), ${AGING_TOTALS.join(', ')}) FROM owing) AS totals,
               (SELECT COALESCE(json_agg(currency ORDER BY rank), '[]') FROM used) AS currencies`,
      values: [organizationId, mode, customerId, currency ?? null],
    });
    const { known, ...totals } = row!;
    return known ? totals : null;
  }

  /** Lists the first `limit` unpaid invoices and credits in one currency, oldest first. */
  async listOldest(
    { organizationId, mode }: Tenant,
    customerId: number,
    currency: Currency,
    limit: number,
  ): Promise<StatementRow[]> {
    return this.transactions.prepared<StatementRow>({
      name: 'statement_rows',
      text: `SELECT invoice_number AS "invoiceNumber", created_at AS "issuedAt", due_date AS "dueDate",
               shipment->>'bolNumber' AS "bolNumber", shipment->>'proNumber' AS "proNumber",
               amount_cents + late_fee_cents AS "totalCents", amount_paid_cents AS "paidCents", status = 'overdue' AS "isOverdue"
             FROM invoices
             WHERE organization_id = $1 AND mode = $2 AND customer_id = $3 AND status IN ('open', 'overdue') AND currency = $4
             ORDER BY id LIMIT $5`,
      values: [organizationId, mode, customerId, currency, limit],
    });
  }
}
