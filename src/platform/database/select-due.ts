export interface DueCondition {
  /** The column with the due time. */
  at: string;
  /** A further condition, e.g. the one of the index on the due time. */
  where?: string;
}

/**
 * Returns a SELECT that locks at most `limit` due rows, longest due first, and skips locked rows. Wrap it in `ARRAY(…)`
 * inside another statement: PostgreSQL may run a plain subquery more than once and then locks more rows than the limit.
 */
export function buildSelectDue(
  columns: string,
  table: string,
  { at, where }: DueCondition,
  limit: string,
): string {
  const condition = [where, `${at} <= now()`].filter(Boolean).join(' AND ');
  return `SELECT ${columns} FROM ${table} WHERE ${condition} ORDER BY ${at} LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
}
