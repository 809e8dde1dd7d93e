import type { EntityMetadata } from 'typeorm';
import { toJsonText } from './json-text.js';

/** A value that the database works out: the expression's text. */
type SqlExpression = () => string;

export interface InsertStatement {
  text: string;
  values: unknown[];
  /** False when it holds expressions: their texts may differ each time, so it isn't worth preparing. */
  fixed: boolean;
}

/** One INSERT for all rows; what a row leaves out is the column's default. Answers the rows as the database has them. */
export function buildInsertStatement(
  metadata: EntityMetadata,
  rows: Record<string, unknown>[],
  returning: string,
  conflict = '',
): InsertStatement {
  const given = metadata.columns.filter(({ propertyName }) =>
    rows.some((row) => row[propertyName] !== undefined),
  );
  const values: unknown[] = [];
  let fixed = true;
  // What rows have in common, the 500 lines of a quote say, goes to the database once.
  const shared = new Map<string, Map<object, string>>();
  const place = (value: unknown, column: string, type: unknown): string => {
    if (type === 'jsonb' && typeof value === 'object' && value !== null) {
      const known = shared.get(column) ?? new Map<object, string>();
      shared.set(column, known);
      // node-postgres would make an array of the database of an array that is JSON.
      if (!known.has(value)) known.set(value, `$${values.push(toJsonText(value))}`);
      return known.get(value)!;
    }
    if (value === undefined) return 'DEFAULT';
    if (typeof value === 'function') {
      fixed = false;
      return (value as SqlExpression)();
    }
    return `$${values.push(type === 'jsonb' && value !== null ? JSON.stringify(value) : value)}`;
  };
  const tuples = rows.map(
    (row) =>
      `(${given.map(({ propertyName, type }) => place(row[propertyName], propertyName, type)).join(', ')})`,
  );
  const columns = given.map(({ databaseName }) => databaseName).join(', ');
  const own = given.some(({ propertyName }) => propertyName === 'id') ? 'OVERRIDING SYSTEM VALUE ' : '';
  const text = `INSERT INTO ${metadata.tableName} (${columns}) ${own}VALUES ${tuples.join(', ')} ${conflict} RETURNING ${returning}`;
  return { text, values, fixed };
}
