import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';

/**
 * Reads the row counts of organizations. Triggers on the counted tables keep them, because counting a million rows takes
 * 200 ms. The migration `RowCounts` lists the tables.
 */
@Injectable()
export class RowCountsRepository {
  constructor(private readonly transactions: Transactions) {}

  /** Returns the number of rows by table, with those of the current transaction. Omits tables without a counter. */
  async mapByTable(organizationId: number): Promise<Map<string, number>> {
    const counts = await this.transactions.prepared<{ table: string; rows: number }>({
      name: 'row_counts',
      text: `SELECT counted_table AS table, sum(rows)::float8 AS rows FROM row_counts
             WHERE organization_id = $1 GROUP BY counted_table`,
      values: [organizationId],
    });
    return new Map(counts.map(({ table, rows }) => [table, rows]));
  }
}
