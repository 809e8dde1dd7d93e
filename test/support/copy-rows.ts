import type { DataSource } from 'typeorm';
import { EXCLUDE_PARTITIONS } from './database.js';

interface Column {
  name: string;
  type: string;
  length: number | null;
  /** Generates a distinct value per row for a unique index. */
  unique?: boolean;
}

/** The offset of organization ids for copies that belong to another tenant. */
const OTHER_TENANT_OFFSET = 1_000_000;

const TENANT_COLUMNS = new Set(['organization_id', 'mode']);

/**
 * Generates a different value for each copy, by the type of the column. The first column of an index with a type listed
 * here changes.
 */
const UNIQUE_VALUE_BY_TYPE: Record<string, (name: string, length: number | null) => string> = {
  'timestamp with time zone': (name) => `s.${name} - n * interval '1 second'`,
  uuid: () => 'gen_random_uuid()',
  bytea: () => `decode(md5(n::text), 'hex')`,
  'character varying': (_name, length) => `lpad((n + 7000000)::text, ${Math.min(length ?? 17, 17)}, '0')`,
  text: () => `lpad((n + 7000000)::text, 17, '0')`,
  bigint: () => `${OTHER_TENANT_OFFSET} + n`,
  integer: () => `${OTHER_TENANT_OFFSET} + n`,
};

/** Lists the tables that grow with a tenant: those with rows of the organization. */
export async function listOwnedTables(sql: DataSource, organizationId: number): Promise<string[]> {
  const tables = await sql.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.columns o
     WHERE table_schema = 'public' AND column_name = 'organization_id' AND ${EXCLUDE_PARTITIONS} AND EXISTS (
       SELECT 1 FROM information_schema.columns i WHERE i.table_schema = 'public'
       AND i.table_name = o.table_name AND i.column_name = 'id' AND i.is_identity = 'YES')`,
  );
  const filled: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.query<unknown[]>(`SELECT FROM ${name} WHERE organization_id = $1 LIMIT 1`, [
      organizationId,
    ]);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}

/**
 * Copies the organization's newest row of a table. Columns with a unique index get distinct values, and customers are 0
 * to 999. Every `ownShare`-th copy stays with the organization; the others belong to a hundred other organizations.
 * Three copies each reference one missing row of another table.
 */
export async function copyRows(
  sql: DataSource,
  table: string,
  organizationId: number,
  copies: number,
  ownShare = 1,
): Promise<void> {
  const columns = await listColumns(sql, table);
  const names = columns.map(({ name }) => name).join(', ');
  const values = columns.map((column) => buildValue(column, ownShare)).join(', ');
  await sql.transaction(async (manager) => {
    // Copies of a unique reference point to missing rows.
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query(
      `INSERT INTO ${table} (${names}) SELECT ${values}
       FROM (SELECT * FROM ${table} WHERE organization_id = $1 ORDER BY id DESC LIMIT 1) s, generate_series(1, $2::int) n`,
      [organizationId, copies],
    );
  });
  if (table === 'carrier_connections') await copyCarriers(sql, copies);
  await sql.query(`ANALYZE ${table}`);
}

/**
 * Copies the carriers of the first and the last copies, which lists begin and end with: a connection shows its carrier.
 */
async function copyCarriers(sql: DataSource, copies: number): Promise<void> {
  await sql.query(
    `INSERT INTO carriers (id, name, scac)
     SELECT ${OTHER_TENANT_OFFSET} + n, 'Copy', CASE WHEN n <= 100 THEN 'C' || lpad(n::text, 3, '0')
                                           ELSE 'D' || lpad(($1 - n)::text, 3, '0') END
     FROM generate_series(1, $1::int) n WHERE n <= 100 OR n > $1 - 100 ON CONFLICT DO NOTHING`,
    [copies],
  );
}

async function listColumns(sql: DataSource, table: string): Promise<Column[]> {
  const columns = await sql.query<Column[]>(
    `SELECT column_name AS name, data_type AS type, character_maximum_length AS length
     FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_identity = 'NO' AND is_generated = 'NEVER'`,
    [table],
  );
  const indexes = await sql.query<{ columns: string[] }[]>(
    `SELECT ARRAY(SELECT attname::text FROM pg_attribute
                  WHERE attrelid = indrelid AND attnum = ANY (indkey)) AS columns
     FROM pg_index WHERE indrelid = $1::text::regclass AND indisunique`,
    [table],
  );
  for (const index of indexes.filter((one) => !one.columns.includes('id'))) {
    const candidates = columns.filter(
      ({ name }) => index.columns.includes(name) && !TENANT_COLUMNS.has(name),
    );
    const easiest = Object.keys(UNIQUE_VALUE_BY_TYPE).find((type) =>
      candidates.some((column) => column.type === type),
    );
    const chosen = candidates.find(({ type }) => type === easiest);
    if (chosen) chosen.unique = true;
  }
  return columns;
}

function buildValue({ name, type, length, unique }: Column, ownShare: number): string {
  if (name === 'organization_id') {
    return `CASE WHEN n % ${ownShare} = 0 THEN s.organization_id ELSE ${OTHER_TENANT_OFFSET} + n % 100 END`;
  }
  if (unique) return UNIQUE_VALUE_BY_TYPE[type]!(name, length);
  if (name === 'customer_id') return 'n % 1000';
  return name.endsWith('_id') && type === 'bigint' && name !== 'carrier_id'
    ? `${OTHER_TENANT_OFFSET} + n / 3`
    : `s.${name}`;
}
