import type { QueryResultRow } from 'pg';
import type { Transactions } from '../database/transactions.js';
import { farSearchStatement, nearSearchStatement, type IdWindow, type ListOf } from './list-statement.js';
import { SearchTimeout } from './search-timeout.js';

/** How many of the newest rows are looked through before the index is asked: a page of what one row in a hundred has is there. */
export const NEAR = 3_000;
const TIMEOUT_MS = 3_000;
/** PostgreSQL's code for a statement that was cancelled. */
const CANCELLED = '57014';

/**
 * The rows with all words of a search, one more than asked for. A word that many rows have fills the page from the newest;
 * what few have is found by the index over all. @throws SearchTimeout
 */
export async function search<Row extends QueryResultRow>(
  transactions: Transactions,
  of: ListOf,
  window: IdWindow,
): Promise<Row[]> {
  try {
    return await transactions.run(async () => {
      await transactions.prepared({ text: `SET LOCAL statement_timeout = ${TIMEOUT_MS}` });
      const near = await transactions.prepared<Row>(nearSearchStatement(of, window, NEAR));
      if (near.length > of.query.limit) return near;
      return transactions.prepared<Row>(farSearchStatement(of, window));
    });
  } catch (error) {
    if ((error as { code?: string }).code === CANCELLED) throw new SearchTimeout();
    throw error;
  }
}
