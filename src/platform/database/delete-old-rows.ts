import type { Transactions } from './transactions.js';

/** What is deleted for its age. */
export interface DeleteOldRowsOptions {
  table: string;
  /** Older than this by the database's clock, in milliseconds, counted from `since`. */
  ageMs: number;
  /** A column; `created_at` unless told. */
  ageColumn?: string;
  /** The most that go at once. */
  limit: number;
  /** A further condition, over the table by its own name. */
  where?: string;
}

/** Of all tenants, the oldest first; says how many went. Whoever else asks meanwhile deletes other ones. */
export async function deleteOldRows(
  transactions: Transactions,
  { table, ageMs, ageColumn: since = 'created_at', limit, where = 'true' }: DeleteOldRowsOptions,
): Promise<number> {
  const [, count] = await transactions.manager.query<[unknown, number]>(
    `DELETE FROM ${table} WHERE id = ANY (ARRAY(
       SELECT id FROM ${table} WHERE ${since} <= now() - $1 * interval '1 millisecond' AND ${where}
       ORDER BY ${since} LIMIT $2 FOR UPDATE OF ${table} SKIP LOCKED))`,
    [ageMs, limit],
  );
  return count;
}
