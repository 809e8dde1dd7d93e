import type { ClientBase, Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { isTracing } from '../../tracing/spans.js';
import { requestScopes } from '../connection-shares.js';
import { PreparedQuery } from './prepared-query.js';

interface QueryTarget {
  query(
    config: QueryConfig | PreparedQuery,
    callback: (error: Error | null, result: QueryResult<never>) => void,
  ): unknown;
}

/** Runs a statement on a connection of the pool. */
export async function runPoolQuery<Row extends QueryResultRow>(
  pool: Pool,
  query: QueryConfig,
): Promise<Row[]> {
  if (!isTracing()) return runQuery(pool, query);
  // `pool.query` would run in the trace of the request that released the connection.
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

/** Runs a statement and returns its rows. Prepares it if it has a name. */
export async function runQuery<Row extends QueryResultRow>(
  target: Pool | ClientBase,
  query: QueryConfig,
): Promise<Row[]> {
  const statement = query.name ? new PreparedQuery(query) : { ...query };
  // Read here: a pool sends the statement in the context of the request that released the connection.
  const statementMs = requestScopes.getStore()?.statementMs;
  try {
    return await new Promise<Row[]>((resolve, reject) => {
      (target as QueryTarget).query(Object.assign(statement, { statementMs }), (error, result) =>
        error ? reject(error) : resolve(result.rows),
      );
    });
  } catch (error) {
    // Replaces the stack of the socket's reader by the caller's.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}
