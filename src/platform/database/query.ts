import type { ClientBase, Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { isTracing } from '../tracing/spans.js';
import { PreparedQuery } from './prepared-query.js';

/** What takes a statement: a pool, or one connection. */
interface QueryTarget {
  query(
    config: QueryConfig | PreparedQuery,
    done: (error: Error | null, result: QueryResult<never>) => void,
  ): unknown;
}

/** `pool.query`. Traced it takes its connection itself: else the statement would stand on the trace of whoever gave that back. */
export async function runPoolQuery<Row extends QueryResultRow>(
  pool: Pool,
  query: QueryConfig,
): Promise<Row[]> {
  if (!isTracing()) return runQuery(pool, query);
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await runQuery(client, query);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
}

/** The rows of a statement; one with a name is prepared. */
export async function runQuery<Row extends QueryResultRow>(
  on: Pool | ClientBase,
  query: QueryConfig,
): Promise<Row[]> {
  try {
    return await new Promise<Row[]>((resolve, reject) => {
      (on as QueryTarget).query(query.name ? new PreparedQuery(query) : query, (error, result) =>
        error ? reject(error) : resolve(result.rows),
      );
    });
  } catch (error) {
    // It was thrown where an answer is read: that says nothing of who asked.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}
