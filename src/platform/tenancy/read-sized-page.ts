import type { ListSpec } from './list-statement.js';
import { MAX_PAGE_BYTES, type PageRequest } from './page.js';

/** How many times as many rows as have been read are read next: light ones may stand before heavy ones. */
const GROWTH = 4;

/**
 * The rows of a page from the cursor on: after the first ones only as many more as a page can take, by what those before weigh.
 * @param read the rows of a list, one more than asked for if there is one
 */
export async function readSizedPage<Row extends { id: number }>(
  wanted: ListSpec,
  read: (wanted: ListSpec) => Promise<Row[]>,
): Promise<{ data: Row[]; hasMore: boolean }> {
  const { query } = wanted;
  const data: Row[] = [];
  let limit = Math.min(query.limit, wanted.firstRows);
  for (let cursor: Partial<PageRequest> = query; ; cursor = buildCursorAfter(query, data)) {
    const rows = await read({ ...wanted, query: { ...cursor, limit } });
    data.push(...rows.slice(0, limit));
    if (rows.length <= limit || data.length === query.limit) return { data, hasMore: rows.length > limit };
    limit = Math.min(query.limit, estimateRowsPerPage(data), data.length * (1 + GROWTH)) - data.length;
    if (limit <= 0) return { data, hasMore: true };
  }
}

function buildCursorAfter(
  { ending_before: before }: PageRequest,
  data: { id: number }[],
): Partial<PageRequest> {
  const { id } = data.at(-1)!;
  return before === undefined ? { starting_after: id } : { ending_before: id };
}

/** How many rows like these a page takes. */
function estimateRowsPerPage(data: unknown[]): number {
  return Math.floor((MAX_PAGE_BYTES * data.length) / Buffer.byteLength(JSON.stringify(data)));
}
