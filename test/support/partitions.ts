import type { DataSource } from 'typeorm';

/** For a WHERE over a view of information_schema: what stands for a part of a table only is left out. */
export const EXCLUDE_PARTITIONS =
  'NOT EXISTS (SELECT FROM pg_class WHERE relispartition AND relname::text = table_name::text)';

/** The partitions of a table with the number of their rows, in the order of their ids. */
export async function countPartitionRows(sql: DataSource, table: string): Promise<Record<string, number>> {
  const names = await sql.query<{ name: string }[]>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid
     WHERE inhparent = $1::text::regclass ORDER BY length(relname), relname`,
    [table],
  );
  const counted: Record<string, number> = {};
  for (const { name } of names)
    counted[name] = (await sql.query<[{ count: number }]>(`SELECT count(*) FROM ${name}`))[0].count;
  return counted;
}
