import type { EntityMetadata } from 'typeorm';
import type { OwnedEntity } from './owned.entity.js';
import { estimateBytes } from './estimate-bytes.js';

/** What a row is given, without expressions. */
export type PlainRow<E> = { [K in Exclude<keyof E, keyof OwnedEntity>]?: E[K] };

/** A column that the database works out, by the values it takes and what the row gives: texts that never change. */
export interface ComputedColumn {
  values: unknown[];
  /** The expression, from the places of the values and of the row's own value. */
  text: (places: string[], given: string) => string;
}

/**
 * One INSERT for any number of rows, whose text depends on their columns alone: it is worth preparing. The rows go as one
 * JSON; what they have in common, the 500 lines of a quote say, once beside it. What only some rows give is null in the
 * others. Answers the rows as the database has them.
 */
export function buildInsertRowsStatement(
  { columns, tableName }: EntityMetadata,
  rows: Record<string, unknown>[],
  common: Record<string, unknown>,
  workedOut: Record<string, ComputedColumn | undefined>,
  returning: string,
): { text: string; values: unknown[]; weight: number } {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const given: [property: string, column: string][] = [];
  const names: string[] = [];
  const sources: string[] = [];
  const json = place('');
  for (const { propertyName, databaseName, type } of columns) {
    const shared =
      common[propertyName] ?? (type === 'jsonb' ? findSharedValue(rows, propertyName) : undefined);
    const expression = workedOut[propertyName];
    if (shared === undefined && rows.every((row) => row[propertyName] === undefined) && !expression) continue;
    names.push(databaseName);
    const own = `given.${databaseName}`;
    if (shared !== undefined) sources.push(place(type === 'jsonb' ? JSON.stringify(shared) : shared));
    else {
      given.push([propertyName, databaseName]);
      sources.push(expression ? expression.text(expression.values.map(place), own) : own);
    }
  }
  values[0] = JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(given.map(([property, column]) => [column, toStorable(row[property])])),
    ),
  );
  const text = `INSERT INTO ${tableName} (${names.join(', ')}) SELECT ${sources.join(', ')}
    FROM json_populate_recordset(NULL::${tableName}, ${json}) AS given RETURNING ${returning}`;
  // What they have in common is stored in each of them.
  const [own, ...shared] = values;
  return { text, values, weight: estimateBytes([own]) + rows.length * estimateBytes(shared) };
}

/** The very object that all rows have. */
function findSharedValue([first, ...others]: Record<string, unknown>[], property: string): unknown {
  const value = first?.[property] ?? undefined;
  return typeof value === 'object' && others.every((row) => row[property] === value) ? value : undefined;
}

/** Half a surrogate pair, as a cut text may end with, would make the JSON of all rows unreadable. */
function toStorable(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
