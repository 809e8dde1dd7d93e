/** Rows of a table that wait for a time of their own. */
export interface DueCondition {
  /** The column with the time. */
  at: string;
  /** A further condition; needed where the index over the times has it. */
  where?: string;
}

/**
 * A SELECT of at most `limit` rows whose time has come by the database's clock, the longest due first. It holds them
 * until the transaction ends; whoever else asks meanwhile gets other ones. As a part of a statement it belongs into
 * `ARRAY(…)`: PostgreSQL may run a subquery more than once, and would then take more than the limit.
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
