import type { ListOf } from './list-statement.js';
import { PAGE_BYTES } from './page.js';

/** Rows of a page that are read before anybody knows what they weigh. */
const FIRST_ROWS = 20;

/**
 * The rows of a page from the cursor on: after the first ones only as many more as a page can take, by what the first weigh.
 * @param read the rows of a list, one more than asked for if there is one
 */
export async function lightRows<Row extends { id: number }>(
  wanted: ListOf,
  read: (wanted: ListOf) => Promise<Row[]>,
): Promise<{ data: Row[]; hasMore: boolean }> {
  const { query } = wanted;
  const most = Math.min(query.limit, FIRST_ROWS);
  const rows = await read({ ...wanted, query: { ...query, limit: most } });
  const data = rows.slice(0, most);
  if (rows.length <= most || most === query.limit) return { data, hasMore: rows.length > most };
  const average = Buffer.byteLength(JSON.stringify(data)) / most;
  const limit = Math.min(query.limit, Math.floor(PAGE_BYTES / average)) - most;
  if (limit <= 0) return { data, hasMore: true };
  const { id } = data.at(-1)!;
  const cursor = query.ending_before === undefined ? { starting_after: id } : { ending_before: id };
  const more = await read({ ...wanted, query: { limit, ...cursor } });
  return { data: data.concat(more.slice(0, limit)), hasMore: more.length > limit };
}
