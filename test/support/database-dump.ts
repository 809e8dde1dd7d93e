import type { DataSource } from 'typeorm';

/** Returns the content of the database as text, with bytes in hexadecimal. */
export async function dumpDatabase(sql: DataSource): Promise<string> {
  const tables = await sql.query<{ name: string }[]>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  let text = '';
  for (const { name } of tables) {
    const rows = await sql.query<{ row: string }[]>(`SELECT t::text AS row FROM ${name} t`);
    text += `${name}\n${rows.map(({ row }) => row).join('\n')}\n`;
  }
  return text;
}
