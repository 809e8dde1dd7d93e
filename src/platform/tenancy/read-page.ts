import type { Transactions } from '../database/transactions.js';
import { EVERYWHERE, windowStatement } from './id-window.js';
import { lightRows } from './light-rows.js';
import { listStatement, type IdWindow, type ListOf } from './list-statement.js';
import { search } from './search.js';
import { statementName } from './statement-names.js';

/** The rows of one page from the cursor on: read from the replica where there is one that has them all. */
export function readPage<Row extends { id: number }>(
  transactions: Transactions,
  wanted: ListOf,
): Promise<{ data: Row[]; hasMore: boolean }> {
  const rowsOf = (of: ListOf, window: IdWindow): Promise<Row[]> => {
    const { text, values, fixed } = listStatement(of, window);
    return transactions.prepared<Row>({ ...(fixed && { name: statementName(text) }), text, values });
  };
  return transactions.reading(async () => {
    const statement = windowStatement(wanted);
    const window = statement ? (await transactions.prepared<IdWindow>(statement))[0]! : EVERYWHERE;
    return lightRows<Row>(wanted, (of) =>
      of.conditions.search ? search<Row>(transactions, of, window) : rowsOf(of, window),
    );
  });
}
