import type pg from 'pg';

/** Adds copies of a quote; see `Bench.copyQuotes`. */
export async function copyQuotes(client: pg.Client, id: number, count: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = 'quotes' AND column_name <> 'id'`,
  );
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => {
    if (name === 'group_id') return `'qg_' || md5((n / 5)::text)`;
    return name === 'customer_id' ? 'n % 1000' : `q.${name}`;
  });
  await client.query('SET synchronous_commit = off');
  await client.query(
    `INSERT INTO quotes (${columns.join(', ')})
     SELECT ${values.join(', ')} FROM (SELECT * FROM quotes WHERE id = $1) q, generate_series(1, $2::int) n`,
    [id, count],
  );
  await client.query('VACUUM ANALYZE quotes');
}
