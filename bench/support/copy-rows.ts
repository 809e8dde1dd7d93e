import type pg from 'pg';

/** Adds copies of a quote; see `Bench.copyQuotes`. */
export async function copyQuotes(client: pg.Client, id: number, count: number): Promise<void> {
  await client.query('SET synchronous_commit = off');
  await insertCopies(client, 'quotes', id, count, {
    group_id: `'qg_' || md5((n / 5)::text)`,
    customer_id: 'n % 1000',
  });
}

/** The words of shipments by their share: all, one in a hundred, and so on. */
export const SEARCH_WORDS = {
  each: 'everywhere',
  in100: 'hundredth',
  in1000: 'thousandth',
  in200000: 'seldom',
};
/** One shipment in 50,000 has this carrier. */
export const RARE_CARRIER = 'RARE';

/**
 * Adds copies of a shipment, one per half minute up to now, with searchable texts. Builds the indexes after all rows
 * and disables triggers meanwhile, which would take most of an hour.
 */
export async function copyFreight(client: pg.Client, id: number, count: number): Promise<void> {
  await client.query(`SET synchronous_commit = off; SET session_replication_role = replica`);
  await client.query(`SET maintenance_work_mem = '512MB'`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = 'freight'::regclass AND NOT indisunique`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  const age = `(${count} - n) * interval '30 seconds'`;
  await insertCopies(client, 'freight', id, count, {
    bol_number: `lpad((n + 7000000)::text, 17, '0')`,
    pro_number: 'n::text',
    customer_id: 'n % 1000',
    scac: `CASE WHEN n % 50000 = 0 THEN '${RARE_CARRIER}' ELSE s.scac END`,
    created_at: `now() - ${age}`,
    pickup_date: `(now() - ${age})::date + n % 3`,
    search: `concat_ws(' ', s.search, md5(n::text), '${SEARCH_WORDS.each}', CASE WHEN n % 100 = 0 THEN '${SEARCH_WORDS.in100}' END,
      CASE WHEN n % 1000 = 0 THEN '${SEARCH_WORDS.in1000}' END, CASE WHEN n % 200000 = 0 THEN '${SEARCH_WORDS.in200000}' END)`,
  });
  for (const { definition } of indexes) await client.query(definition);
  await client.query('VACUUM ANALYZE freight');
}

/** Inserts copies of the row `s` of a table. The expressions replace values of the n-th copy. */
async function insertCopies(
  client: pg.Client,
  table: string,
  id: number,
  count: number,
  different: Record<string, string>,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND column_name <> 'id'`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  await client.query(
    `INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${columns.map((name) => different[name] ?? `s.${name}`).join(', ')}
     FROM (SELECT * FROM ${table} WHERE id = $1) s, generate_series(1, $2::int) n`,
    [id, count],
  );
  await client.query(`VACUUM ANALYZE ${table}`);
}
