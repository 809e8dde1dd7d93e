import type { Transactions } from '../database/transactions.js';
import { UNBOUNDED_WINDOW, buildIdWindowStatement } from './id-window.js';
import { readSizedPage } from './read-sized-page.js';
import { buildListStatement, type IdWindow, type ListSpec } from './list-statement.js';
import { searchRows } from './search-rows.js';
import { toStatementName } from './prepared-statement-names.js';

/** The rows of one page from the cursor on: read from the replica where there is one that has them all. */
export function readPage<Row extends { id: number }>(
  transactions: Transactions,
  wanted: ListSpec,
): Promise<{ data: Row[]; hasMore: boolean }> {
  const rowsOf = (of: ListSpec, window: IdWindow): Promise<Row[]> => {
    const { text, values, fixed } = buildListStatement(of, window);
    return transactions.prepared<Row>({ ...(fixed && { name: toStatementName(text) }), text, values });
  };
  return transactions.reading(async () => {
    const statement = buildIdWindowStatement(wanted);
    const window = statement ? (await transactions.prepared<IdWindow>(statement))[0]! : UNBOUNDED_WINDOW;
    return readSizedPage<Row>(wanted, (of) =>
      of.conditions.search ? searchRows<Row>(transactions, of, window) : rowsOf(of, window),
    );
  });
}
