import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import { isTracing } from '../traces/traces.js';

/** `pool.query`. Traced it takes its connection itself: else the statement would stand on the trace of whoever gave that back. */
export async function ask<Row extends QueryResultRow>(pool: Pool, query: QueryConfig): Promise<Row[]> {
  if (!isTracing()) return (await pool.query<Row>(query)).rows;
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return (await client.query<Row>(query)).rows;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
}
