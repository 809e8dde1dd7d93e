import type { QueryResultRow } from 'pg';
import type { Transactions } from '../database/transactions.js';
import {
  buildIndexedSearchStatement,
  buildRecentSearchStatement,
  type IdWindow,
  type ListSpec,
} from './list-statement.js';
import { SearchTimeoutError } from './errors.js';

/** How many of the newest rows are looked through before the index is asked: a page of what one row in a hundred has is there. */
export const RECENT_ROWS = 3_000;
const TIMEOUT_MS = 3_000;
/** Who has this share of a table's rows is found quicker by the words alone: the index knows them all by their organization too. */
const DOMINANT_SHARE = 0.9;
/** PostgreSQL's code for a statement that was cancelled. */
const QUERY_CANCELED = '57014';

/**
 * The rows with all words of a search, one more than asked for. A word that many rows have fills the page from the newest;
 * what few have is found by the index over all. @throws SearchTimeoutError
 */
export async function searchRows<Row extends QueryResultRow>(
  transactions: Transactions,
  of: ListSpec,
  window: IdWindow,
): Promise<Row[]> {
  try {
    return await transactions.run(async () => {
      await transactions.prepared({ text: `SET LOCAL statement_timeout = ${TIMEOUT_MS}` });
      const near = await transactions.prepared<Row>(buildRecentSearchStatement(of, window, RECENT_ROWS));
      if (near.length > of.query.limit) return near;
      const share = await readTenantShare(transactions, of);
      return transactions.prepared<Row>(buildIndexedSearchStatement(of, window, share < DOMINANT_SHARE));
    });
  } catch (error) {
    if ((error as { code?: string }).code === QUERY_CANCELED) throw new SearchTimeoutError();
    throw error;
  }
}

/** The organization's share of a table's rows, as PostgreSQL counted them last; 0 for one that it didn't notice. */
async function readTenantShare(transactions: Transactions, { table, tenant }: ListSpec): Promise<number> {
  const [row] = await transactions.prepared<{ share: number | null }>({
    name: 'share_of_rows',
    text: `SELECT most_common_freqs[array_position(most_common_vals::text::bigint[], $2)] AS share
           FROM pg_stats WHERE schemaname = current_schema() AND tablename = $1 AND attname = 'organization_id'`,
    values: [table, tenant.organizationId],
  });
  return row?.share ?? 0;
}
