import type { QueryConfig } from 'pg';
import type { Conditions } from './list-filters.js';
import type { PageRequest } from './page.js';
import type { Tenant } from './tenant.js';

/** What a list is made of. */
export interface ListOf {
  /** What stands after SELECT. */
  list: string;
  /** The table. */
  table: string;
  /** Conditions that part the list, none of whose rows is in two parts: each is read for itself. */
  parts: string[];
  tenant: Tenant;
  query: PageRequest;
  conditions: Conditions;
  /** The database's name of an entity's column. */
  nameOf: (property: string) => string;
}

/**
 * Ids follow creation times but for transactions that ran beside each other: of two rows further apart than this the
 * later one has the higher id.
 */
const OVERLAP = `interval '10 minutes'`;
/** Nothing is picked up, delivered or due before it was written down, whatever the time zone. */
const LEAD = `interval '2 days'`;
/**
 * The statement of one page, `fixed` if it is worth preparing: what has ranges or several values is planned each
 * time, because how much they leave is known from their values alone. By id, newest first, one row more than asked for.
 * The limit must stay a parameter: PostgreSQL then plans each page for its values. A plan for all values walks the primary key, past every row of a larger
 * tenant (test/database/plans).
 */
export function listStatement(of: ListOf, window: IdWindow): QueryConfig & { fixed: boolean } {
  const { list, table, tenant, query, conditions, nameOf } = of;
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const owner = `organization_id = ${bind(tenant.organizationId)} AND mode = ${bind(tenant.mode)}`;
  const { starting_after: after, ending_before: before, limit } = query;
  const order = `ORDER BY id ${before === undefined ? 'DESC' : 'ASC'}`;

  let parts = of.parts;
  for (const [property, allowed] of conditions.equal) {
    const ones = allowed.map((value) =>
      value === null ? `${nameOf(property)} IS NULL` : `${nameOf(property)} = ${bind(value)}`,
    );
    parts = parts.flatMap((part) => ones.map((one) => `${part} AND ${one}`));
  }
  for (const { expressions, value } of conditions.either) {
    const wanted = bind(value);
    const ones = expressions.map((expression, at) =>
      [
        `${expression} = ${wanted}`,
        ...expressions.slice(0, at).map((earlier) => `${earlier} IS DISTINCT FROM ${wanted}`),
      ].join(' AND '),
    );
    parts = parts.flatMap((part) => ones.map((one) => `${part} AND ${one}`));
  }
  let all = owner;
  // For itself: the few rows of a list that holds the value, by an index that PostgreSQL has no numbers of.
  for (const [property, value] of conditions.holds)
    all += ` AND id = ANY (ARRAY(SELECT id FROM ${table} WHERE ${nameOf(property)} @> ARRAY[${bind(value)}::bigint]))`;
  for (const { column, from, before: to } of conditions.ranges) {
    if (from !== undefined) all += ` AND ${nameOf(column)} >= ${bind(from)}`;
    if (to !== undefined) all += ` AND ${nameOf(column)} < ${bind(to)}`;
  }
  const above = Math.max(before ?? -1, window.above ?? -1);
  const below = Math.min(after ?? Infinity, window.below ?? Infinity);
  if (above >= 0) all += ` AND id > ${bind(above)}`;
  if (below < Infinity) all += ` AND id < ${bind(below)}`;

  const count = bind(limit + 1);
  // Part by part: no index serves several values in the order of ids.
  const [first, ...more] = parts.map(
    (part) => `SELECT ${list} FROM ${table} WHERE ${all}${part} ${order} LIMIT ${count}`,
  );
  if (more.length === 0) return { text: first!, values, fixed: conditions.ranges.length === 0 };
  const united = [first, ...more].join(') UNION ALL (');
  return { text: `SELECT * FROM ((${united})) AS parts ${order} LIMIT ${count}`, values, fixed: false };
}

export const EVERYWHERE: IdWindow = { above: null, below: null };

/** The ids between which all rows of a list's ranges stand; null where nothing limits them. */
export interface IdWindow {
  above: number | null;
  below: number | null;
}

/**
 * Finds that window: a list that is read by its ids begins and ends there, instead of walking past all that is newer or
 * older. A statement of its own, because a plan knows what to expect only of ids that it is told.
 */
export function windowStatement({ table, tenant, conditions }: ListOf): QueryConfig | null {
  const values: unknown[] = [tenant.organizationId, tenant.mode];
  const nearest = (comparison: string, order: string): string =>
    `(SELECT id FROM ${table} WHERE organization_id = $1 AND mode = $2 AND created_at ${comparison}
      ORDER BY created_at ${order}, id ${order} LIMIT 1)`;
  const above: string[] = [];
  const below: string[] = [];
  for (const { column, from, before } of conditions.ranges) {
    const created = column === 'createdAt';
    if (from !== undefined && created)
      above.push(nearest(`< $${values.push(from)}::timestamptz - ${OVERLAP}`, 'DESC'));
    if (before !== undefined)
      below.push(nearest(`>= $${values.push(before)}::timestamptz + ${created ? OVERLAP : LEAD}`, 'ASC'));
  }
  if (above.length + below.length === 0) return null;
  const [most, least] = [above, below].map((ids) => ['NULL::bigint', ...ids].join(', '));
  return { text: `SELECT GREATEST(${most}) AS above, LEAST(${least}) AS below`, values };
}
