import { withName, type Statement, type StatementWriter } from '../database/statements/statement-writer.js';
import type { ListConditions } from './list-filters.js';
import type { PageRequest } from './page.js';
import type { Tenant } from './tenant.js';

export interface ListSpec {
  writer: StatementWriter;
  /** Conditions that start with AND and split the list into disjoint parts. Each part is read by an index of its own. */
  parts: string[];
  tenant: Tenant;
  query: PageRequest;
  conditions: ListConditions;
  /** Rows to read before the size of a row is known. */
  firstRows: number;
}

/** The ids between which all rows of a list's ranges are. Null means no bound. */
export interface IdWindow {
  above: number | null;
  below: number | null;
}

type Bind = (value: unknown) => string;

/** The parts of one statement. Planning time grows with them: several filters of a query multiply their values. */
const MAX_PARTS = 50;

/**
 * Writes the statement of one page, newest first, with one row more than requested. It has no name, so it is planned for
 * its values, if it has ranges or several values: their selectivity decides the plan. The limit is a parameter on purpose:
 * a constant lets PostgreSQL walk the primary key past every row of a larger tenant (test/database/query-plans).
 */
export function buildListStatement(spec: ListSpec, window: IdWindow): Statement {
  const { values, bind } = createParameters();
  const wheres = buildWhereConditions(spec, window, bind);
  const text = buildOrderedSelect(spec, spec.writer.selectList, wheres, bind(spec.query.limit + 1));
  const { equal, ranges } = spec.conditions;
  const isFixed = wheres.length === 1 && ranges.length === 0 && [...equal.values()].every(hasOne);
  return isFixed ? withName({ text, values }) : { text, values };
}

/** Searches the `recentRows` newest rows that match the filters, where a frequent word fills a page. */
export function buildRecentSearchStatement(spec: ListSpec, window: IdWindow, recentRows: number): Statement {
  const { values, bind } = createParameters();
  const { selectList, table } = spec.writer;
  const recent = buildOrderedSelect(spec, '*', buildWhereConditions(spec, window, bind), bind(recentRows));
  const text = `SELECT ${selectList} FROM (${recent}) AS ${table} WHERE ${buildWordConditions(spec, bind)}
    ${buildOrderBy(spec)} LIMIT ${bind(spec.query.limit + 1)}`;
  return { text, values };
}

/**
 * Searches all rows by the index of words. OFFSET 0 prevents a walk by id.
 * @param byOwner whether the index also filters by organization. Otherwise each found row is checked.
 */
export function buildIndexedSearchStatement(spec: ListSpec, window: IdWindow, byOwner: boolean): Statement {
  const { values, bind } = createParameters();
  const { selectList, table } = spec.writer;
  const words = buildWordConditions(spec, bind);
  const organization = byOwner ? 'organization_id' : 'organization_id + 0';
  const found = buildWhereConditions(spec, window, bind, organization).map(
    (where) => `SELECT * FROM ${table} WHERE ${where} AND ${words} OFFSET 0`,
  );
  const text = `SELECT ${selectList} FROM ((${found.join(') UNION ALL (')})) AS ${table}
    ${buildOrderBy(spec)} LIMIT ${bind(spec.query.limit + 1)}`;
  return { text, values };
}

function createParameters(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

function buildOrderBy({ query }: ListSpec): string {
  return `ORDER BY id ${query.ending_before === undefined ? 'DESC' : 'ASC'}`;
}

/** Reads each part separately, because no index returns several values in the order of ids. */
function buildOrderedSelect(spec: ListSpec, columns: string, wheres: string[], limit: string): string {
  const order = buildOrderBy(spec);
  const selects = wheres.map(
    (where) => `SELECT ${columns} FROM ${spec.writer.table} WHERE ${where} ${order} LIMIT ${limit}`,
  );
  if (selects.length === 1) return selects[0]!;
  return `SELECT * FROM ((${selects.join(') UNION ALL (')})) AS parts ${order} LIMIT ${limit}`;
}

function buildWordConditions({ conditions, writer }: ListSpec, bind: Bind): string {
  const { column, words } = conditions.search!;
  const contains = (word: string): string =>
    `${writer.toColumnName(column)} LIKE lower(${bind(`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)})`;
  return words.map((word) => `(${listSpellings(word).map(contains).join(' OR ')})`).join(' AND ');
}

/** Numbers are stored without the dashes they are often written with. */
function listSpellings(word: string): string[] {
  return /^\w+(-\w+)+$/.test(word) && /\d/.test(word) ? [word, word.replaceAll('-', '')] : [word];
}

function hasOne(values: unknown[]): boolean {
  return values.length === 1;
}

/** Returns the condition of each part of the list: of each combination of values, or of each that fits `MAX_PARTS`. */
function buildWhereConditions(
  { writer, tenant, query, conditions, parts }: ListSpec,
  window: IdWindow,
  bind: Bind,
  organization = 'organization_id',
): string[] {
  let common = `${organization} = ${bind(tenant.organizationId)} AND mode = ${bind(tenant.mode)}`;
  let wheres = parts;
  const splitBy = (alternatives: string[]): void => {
    wheres = wheres.flatMap((where) => alternatives.map((alternative) => `${where} AND ${alternative}`));
  };
  const fits = (alternatives: number): boolean => wheres.length * alternatives <= MAX_PARTS;
  for (const { expressions, value } of conditions.either) {
    const wanted = bind(value);
    // A row that matches an earlier expression belongs to that part alone.
    const excludes = expressions.map((expression) => `${expression} IS DISTINCT FROM ${wanted}`);
    const matches = expressions.map((expression) => `${expression} = ${wanted}`);
    if (fits(matches.length))
      splitBy(matches.map((match, index) => [match, ...excludes.slice(0, index)].join(' AND ')));
    else common += ` AND (${matches.join(' OR ')})`;
  }
  const byCount = [...conditions.equal].sort(([, a], [, b]) => a.length - b.length);
  for (const [property, allowed] of byCount) {
    const column = writer.toColumnName(property);
    const isNull = `${column} IS NULL`;
    if (fits(allowed.length))
      splitBy(allowed.map((value) => (value === null ? isNull : `${column} = ${bind(value)}`)));
    else {
      const among = `${column} = ANY (${bind(allowed.filter((value) => value !== null))})`;
      common += allowed.includes(null) ? ` AND (${among} OR ${isNull})` : ` AND ${among}`;
    }
  }
  // A subquery, because PostgreSQL has no statistics of the index on list columns. Few rows contain a value.
  for (const [property, value] of conditions.holds)
    common += ` AND id = ANY (ARRAY(SELECT id FROM ${writer.table} WHERE ${writer.toColumnName(property)} @> ARRAY[${bind(value)}::bigint]))`;
  for (const { column, from, before } of conditions.ranges) {
    if (from !== undefined) common += ` AND ${writer.toColumnName(column)} >= ${bind(from)}`;
    if (before !== undefined) common += ` AND ${writer.toColumnName(column)} < ${bind(before)}`;
  }
  const above = Math.max(query.ending_before ?? -1, window.above ?? -1);
  const below = Math.min(query.starting_after ?? Infinity, window.below ?? Infinity);
  if (above >= 0) common += ` AND id > ${bind(above)}`;
  if (below < Infinity) common += ` AND id < ${bind(below)}`;
  return wheres.map((where) => common + where);
}
