import type { Transactions } from './transactions.js';

export interface DeleteOldRowsOptions {
  table: string;
  /** Milliseconds by the database's clock. */
  ageMs: number;
  /** `created_at` by default. */
  ageColumn?: string;
  limit: number;
  /** A further SQL condition. */
  where?: string;
}

/** Deletes at most `limit` rows of all tenants, oldest first. Returns their number. Concurrent calls skip locked rows. */
export async function deleteOldRows(
  transactions: Transactions,
  { table, ageMs, ageColumn = 'created_at', limit, where = 'true' }: DeleteOldRowsOptions,
): Promise<number> {
  const [, count] = await transactions.manager.query<[unknown, number]>(
    `DELETE FROM ${table} WHERE id = ANY (ARRAY(
       SELECT id FROM ${table} WHERE ${ageColumn} <= now() - $1 * interval '1 millisecond' AND ${where}
       ORDER BY ${ageColumn} LIMIT $2 FOR UPDATE OF ${table} SKIP LOCKED))`,
    [ageMs, limit],
  );
  return count;
}
