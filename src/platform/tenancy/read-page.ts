import type { Statement } from '../database/statements/statement-writer.js';
import type { Transactions } from '../database/transactions.js';
import { buildListStatement, type IdWindow, type ListSpec } from './list-statement.js';
import { MAX_PAGE_BYTES, type PageRequest } from './page.js';
import { searchRows } from './search-rows.js';

/** Concurrent transactions commit out of order: of two rows created further apart than this, the later has the higher id. */
const OVERLAP = `interval '10 minutes'`;
/** No row has a pickup, delivery or due date further before its creation than this, in any time zone. */
const MAX_LEAD_TIME = `interval '2 days'`;
const UNBOUNDED_WINDOW: IdWindow = { above: null, below: null };
/** A read fetches at most this many times the rows read so far: large rows may follow small ones. */
const GROWTH = 4;

interface PageRows<Row> {
  data: Row[];
  hasMore: boolean;
}

/** Reads the rows of one page, in the order from the cursor on, from the read replica if it is up to date. */
export function readPage<Row extends { id: number }>(
  transactions: Transactions,
  spec: ListSpec,
): Promise<PageRows<Row>> {
  return transactions.reading(async () => {
    const statement = buildIdWindowStatement(spec);
    const window = statement ? (await transactions.prepared<IdWindow>(statement))[0]! : UNBOUNDED_WINDOW;
    return readSizedPage<Row>(spec, (part) =>
      part.conditions.search
        ? searchRows<Row>(transactions, part, window)
        : transactions.prepared<Row>(buildListStatement(part, window)),
    );
  });
}

/**
 * Finds the ids between which the rows of the list's ranges are, so that a list read by id skips newer and older rows. It
 * is a statement of its own because the plan of the list depends on the ids. Returns null for a list without ranges.
 */
function buildIdWindowStatement({ writer, tenant, conditions }: ListSpec): Statement | null {
  const values: unknown[] = [tenant.organizationId, tenant.mode];
  const nearest = (comparison: string, order: string): string =>
    `(SELECT id FROM ${writer.table} WHERE organization_id = $1 AND mode = $2 AND created_at ${comparison}
      ORDER BY created_at ${order}, id ${order} LIMIT 1)`;
  const above: string[] = [];
  const below: string[] = [];
  for (const { column, from, before } of conditions.ranges) {
    const isCreation = column === 'createdAt';
    if (from !== undefined && isCreation)
      above.push(nearest(`< $${values.push(from)}::timestamptz - ${OVERLAP}`, 'DESC'));
    if (before !== undefined)
      below.push(
        nearest(`>= $${values.push(before)}::timestamptz + ${isCreation ? OVERLAP : MAX_LEAD_TIME}`, 'ASC'),
      );
  }
  if (above.length + below.length === 0) return null;
  const [lowest, highest] = [above, below].map((ids) => ['NULL::bigint', ...ids].join(', '));
  return { text: `SELECT GREATEST(${lowest}) AS above, LEAST(${highest}) AS below`, values };
}

/**
 * Reads `firstRows` rows, then only as many more as fit into a page, estimated from the size of the rows read so far.
 * @param read reads `limit + 1` rows of the list if there are as many
 */
export async function readSizedPage<Row extends { id: number }>(
  spec: ListSpec,
  read: (spec: ListSpec) => Promise<Row[]>,
): Promise<PageRows<Row>> {
  const { query } = spec;
  const data: Row[] = [];
  let limit = Math.min(query.limit, spec.firstRows);
  for (let cursor: Partial<PageRequest> = query; ; cursor = buildCursorAfter(query, data)) {
    const rows = await read({ ...spec, query: { ...cursor, limit } });
    data.push(...rows.slice(0, limit));
    if (rows.length <= limit || data.length === query.limit) return { data, hasMore: rows.length > limit };
    limit = Math.min(query.limit, estimateRowsPerPage(data), data.length * (1 + GROWTH)) - data.length;
    if (limit <= 0) return { data, hasMore: true };
  }
}

function buildCursorAfter(query: PageRequest, data: { id: number }[]): Partial<PageRequest> {
  const { id } = data.at(-1)!;
  return query.ending_before === undefined ? { starting_after: id } : { ending_before: id };
}

function estimateRowsPerPage(data: unknown[]): number {
  return Math.floor((MAX_PAGE_BYTES * data.length) / Buffer.byteLength(JSON.stringify(data)));
}
