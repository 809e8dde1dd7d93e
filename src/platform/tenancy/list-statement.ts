import type { QueryConfig } from 'pg';
import type { ListConditions } from './list-filters.js';
import type { PageRequest } from './page.js';
import type { Tenant } from './tenant.js';

/** What a list is made of. */
export interface ListSpec {
  /** What stands after SELECT. */
  selectList: string;
  /** The table. */
  table: string;
  /** Conditions that part the list, none of whose rows is in two parts: each is read for itself. */
  parts: string[];
  tenant: Tenant;
  query: PageRequest;
  conditions: ListConditions;
  /** Rows of a page that are read before anybody knows what they weigh. */
  firstRows: number;
  /** The database's name of an entity's column. */
  toColumnName: (property: string) => string;
}

/** The ids between which all rows of a list's ranges stand; null where nothing limits them. */
export interface IdWindow {
  above: number | null;
  below: number | null;
}

type Bind = (value: unknown) => string;

/**
 * The statement of one page, `fixed` if it is worth preparing: what has ranges or several values is planned each
 * time, because how much they leave is known from their values alone. By id, newest first, one row more than asked for.
 * The limit must stay a parameter: PostgreSQL then plans each page for its values. A plan for all values walks the primary key, past every row of a larger
 * tenant (test/database/plans).
 */
export function buildListStatement(of: ListSpec, window: IdWindow): QueryConfig & { fixed: boolean } {
  const { values, bind } = createParameters();
  const wheres = buildWhereConditions(of, window, bind);
  const text = buildOrderedSelect(of, of.selectList, wheres, bind(of.query.limit + 1));
  return { text, values, fixed: wheres.length === 1 && of.conditions.ranges.length === 0 };
}

/** The same of the rows with all words of a search among the `most` newest that the filters leave. A common word is there. */
export function buildRecentSearchStatement(of: ListSpec, window: IdWindow, most: number): QueryConfig {
  const { values, bind } = createParameters();
  const near = buildOrderedSelect(of, '*', buildWhereConditions(of, window, bind), bind(most));
  const text = `SELECT ${of.selectList} FROM (${near}) AS ${of.table} WHERE ${buildWordConditions(of, bind)}
    ${buildOrderBy(of)} LIMIT ${bind(of.query.limit + 1)}`;
  return { text, values };
}

/**
 * The same of all rows. OFFSET 0 keeps PostgreSQL from walking by id: a word that few rows have is found by its index.
 * @param byOwner whether the index is asked for the organization's rows too; else each row found is asked whose it is
 */
export function buildIndexedSearchStatement(of: ListSpec, window: IdWindow, byOwner: boolean): QueryConfig {
  const { values, bind } = createParameters();
  const words = buildWordConditions(of, bind);
  const found = buildWhereConditions(
    of,
    window,
    bind,
    byOwner ? 'organization_id' : 'organization_id + 0',
  ).map((where) => `SELECT * FROM ${of.table} WHERE ${where} AND ${words} OFFSET 0`);
  const text = `SELECT ${of.selectList} FROM ((${found.join(') UNION ALL (')})) AS ${of.table}
    ${buildOrderBy(of)} LIMIT ${bind(of.query.limit + 1)}`;
  return { text, values };
}

function createParameters(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

function buildOrderBy({ query }: ListSpec): string {
  return `ORDER BY id ${query.ending_before === undefined ? 'DESC' : 'ASC'}`;
}

/** Part by part: no index serves several values in the order of ids. */
function buildOrderedSelect(of: ListSpec, list: string, wheres: string[], count: string): string {
  const order = buildOrderBy(of);
  const [first, ...more] = wheres.map(
    (where) => `SELECT ${list} FROM ${of.table} WHERE ${where} ${order} LIMIT ${count}`,
  );
  if (more.length === 0) return first!;
  return `SELECT * FROM ((${[first, ...more].join(') UNION ALL (')})) AS parts ${order} LIMIT ${count}`;
}

/** Each word is somewhere in what a row is found by. */
function buildWordConditions({ conditions, toColumnName: nameOf }: ListSpec, bind: Bind): string {
  const { column, words } = conditions.search!;
  const has = (word: string): string =>
    `${nameOf(column)} LIKE lower(${bind(`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)})`;
  return words.map((word) => `(${listSpellings(word).map(has).join(' OR ')})`).join(' AND ');
}

/** A number is stored without the dashes it is often written with. */
function listSpellings(word: string): string[] {
  return /^\w+(-\w+)+$/.test(word) && /\d/.test(word) ? [word, word.replaceAll('-', '')] : [word];
}

/** What stands after WHERE, for each part of the list. */
function buildWhereConditions(
  { table, tenant, query, conditions, toColumnName: nameOf, ...of }: ListSpec,
  window: IdWindow,
  bind: Bind,
  organization = 'organization_id',
): string[] {
  const owner = `${organization} = ${bind(tenant.organizationId)} AND mode = ${bind(tenant.mode)}`;
  const { starting_after: after, ending_before: before } = query;
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
  return parts.map((part) => all + part);
}
