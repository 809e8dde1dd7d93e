import type { QueryResultRow } from 'pg';
import type { Transactions } from '../database/transactions.js';
import { SearchTimeoutError } from './errors.js';
import {
  buildIndexedSearchStatement,
  buildRecentSearchStatement,
  type IdWindow,
  type ListSpec,
} from './list-statement.js';

/** Rows searched before the index is used. They fill a page for a word that one row in a hundred contains. */
export const RECENT_ROWS = 3_000;
const TIMEOUT_MS = 3_000;
/** An organization with this share of a table's rows is searched faster by the words alone. */
const DOMINANT_SHARE = 0.9;
/** SQLSTATE query_canceled. */
const QUERY_CANCELED = '57014';

/**
 * Reads one row more than requested of those that contain all words of a search. The newest rows fill the page for a
 * frequent word, and the index over all rows finds a rare one. @throws SearchTimeoutError
 */
export async function searchRows<Row extends QueryResultRow>(
  transactions: Transactions,
  spec: ListSpec,
  window: IdWindow,
): Promise<Row[]> {
  try {
    return await transactions.run(async () => {
      await transactions.prepared({ text: `SET LOCAL statement_timeout = ${TIMEOUT_MS}` });
      const recent = await transactions.prepared<Row>(buildRecentSearchStatement(spec, window, RECENT_ROWS));
      if (recent.length > spec.query.limit) return recent;
      const share = await readTenantShare(transactions, spec);
      return transactions.prepared<Row>(buildIndexedSearchStatement(spec, window, share < DOMINANT_SHARE));
    });
  } catch (error) {
    if ((error as { code?: string }).code === QUERY_CANCELED) throw new SearchTimeoutError();
    throw error;
  }
}

/** Returns the organization's share of the table's rows in PostgreSQL's statistics, and 0 if they do not list it. */
async function readTenantShare(transactions: Transactions, { writer, tenant }: ListSpec): Promise<number> {
  const [row] = await transactions.prepared<{ share: number | null }>({
    name: 'share_of_rows',
    text: `SELECT most_common_freqs[array_position(most_common_vals::text::bigint[], $2)] AS share
           FROM pg_stats WHERE schemaname = current_schema() AND tablename = $1 AND attname = 'organization_id'`,
    values: [writer.table, tenant.organizationId],
  });
  return row?.share ?? 0;
}
