/**
 * SQL statements: how the service writes them and how it sends them to PostgreSQL.
 *
 * TypeORM maps entities to tables and runs migrations and rare statements. The frequent ones bypass it:
 * - `StatementWriter` (this file) writes the SELECT and INSERT statements of one entity from its metadata.
 * - `withName` gives a statement a name, which makes it a prepared statement.
 * - `runQuery` and `runPoolQuery` (run-query.ts) run a statement on a connection or a pool. `Transactions.prepared` calls
 *   them with the connection of the current transaction.
 * - `PreparedQuery` (prepared-query.ts) sends a named statement, `AppPgClient` (app-pg-client.ts) is the connection.
 *
 * Each technique below saved CPU time beyond the spread of five alternating turns: docs/adr/0013-statement-writer.md.
 * - Named statements: PostgreSQL parses and plans a statement once per connection.
 * - Columns described once: `PreparedQuery` requests the column descriptions once per connection, not at each execution.
 * - Delayed BEGIN: `AppPgClient` sends BEGIN in the round trip of the first prepared statement.
 * - INSERT from one JSON parameter: `insertMany` has the same text for any number of rows, so it can be prepared.
 * - Shared JSON: a JSON value that all rows of `insertMany` share, e.g. the items of a quote, is one parameter.
 * - Unreturned columns: a large JSON column that the caller passed is not sent back by RETURNING.
 *
 * Rules
 * - The text of a named statement depends on columns alone and never contains a value. Each connection keeps every
 *   statement that it has prepared, so the number of texts must stay small.
 * - A statement is unnamed if its plan depends on its values, e.g. on a range, or if it contains an SQL expression.
 * - Values are always parameters. SQL expressions and conditions come from the source code, never from a client.
 *
 * Failure modes
 * - A migration changes the columns of a table: PostgreSQL rejects the prepared statements of open connections
 *   (`0A000`). A deployment therefore adds columns before it starts processes that read them.
 * - A response exceeds `query_timeout`: `AppPgClient` destroys the connection, and the pool replaces it.
 * - BEGIN fails: the connection is destroyed, so that its statement never runs outside of the transaction.
 */
import type { QueryConfig } from 'pg';
import type { EntityMetadata } from 'typeorm';

export interface Statement extends QueryConfig {
  text: string;
  values: unknown[];
}

export interface InsertStatement extends Statement {
  /** Estimated bytes that the rows take in the database. */
  bytes: number;
}

/** A column of `insertMany` that the database computes. */
export interface ComputedColumn {
  values: unknown[];
  /** Returns the expression. Its text depends on the placeholders alone. @param given the value that the row sets */
  text: (placeholders: string[], given: string) => string;
}

type Row = Record<string, unknown>;

/** Numbers, timestamps and booleans, roughly. */
const SCALAR_BYTES = 8;

const namesByText = new Map<string, string>();

/** Names a statement. PostgreSQL truncates names to 63 bytes, so each text gets a number. */
export function withName<S extends Statement>(statement: S): S {
  let name = namesByText.get(statement.text);
  if (name === undefined) namesByText.set(statement.text, (name = `owned_${namesByText.size}`));
  return { ...statement, name };
}

/** Writes the statements of one entity's table. Rows and filters use the names of the entity's properties. */
export class StatementWriter {
  readonly table: string;
  /** All columns that are read. A virtual column is computed when the row is read. */
  readonly selectList: string;
  /** The same without `unreturned`. */
  private readonly returningList: string;

  /** @param unreturned properties that an INSERT does not return */
  constructor(
    private readonly metadata: EntityMetadata,
    unreturned: readonly string[] = [],
  ) {
    const columns = metadata.columns.filter(({ isSelect }) => isSelect);
    const toList = (selected: typeof columns): string =>
      selected
        .map(
          ({ databaseName, propertyName, query }) =>
            `${query?.(metadata.tableName) ?? databaseName} AS "${propertyName}"`,
        )
        .join(', ');
    this.table = metadata.tableName;
    this.selectList = toList(columns);
    this.returningList = toList(columns.filter(({ propertyName }) => !unreturned.includes(propertyName)));
  }

  toColumnName(property: string): string {
    return this.metadata.findColumnWithPropertyName(property)!.databaseName;
  }

  /** Selects the rows that equal the filter. An array matches any of its values, and undefined any value. */
  select(filter: Row, tail: string): Statement {
    const values: unknown[] = [];
    const conditions: string[] = [];
    for (const [property, value] of Object.entries(filter)) {
      if (value === undefined) continue;
      const column = this.toColumnName(property);
      if (value === null) conditions.push(`${column} IS NULL`);
      else {
        const placeholder = `$${values.push(value)}`;
        conditions.push(`${column} = ${Array.isArray(value) ? `ANY (${placeholder})` : placeholder}`);
      }
    }
    const text = `SELECT ${this.selectList} FROM ${this.table} WHERE ${conditions.join(' AND ')}${tail}`;
    return withName({ text, values });
  }

  /**
   * Inserts rows, whose values may be SQL expressions: functions that return their text. A value that a row leaves out is
   * the column's default. The statement has a name if it inserts one row without expressions.
   */
  insert(rows: Row[], { onConflict = '', returning = this.returningList } = {}): InsertStatement {
    const given = this.metadata.columns.filter(({ propertyName }) =>
      rows.some((row) => row[propertyName] !== undefined),
    );
    const values: unknown[] = [];
    let hasExpression = false;
    const toSql = (value: unknown, type: unknown): string => {
      if (value === undefined) return 'DEFAULT';
      if (typeof value !== 'function') return `$${values.push(toParameter(value, type))}`;
      hasExpression = true;
      return (value as () => string)();
    };
    const tuples = rows.map(
      (row) => `(${given.map(({ propertyName, type }) => toSql(row[propertyName], type)).join(', ')})`,
    );
    const columns = given.map(({ databaseName }) => databaseName).join(', ');
    const overriding = given.some(({ propertyName }) => propertyName === 'id')
      ? 'OVERRIDING SYSTEM VALUE '
      : '';
    const text = `INSERT INTO ${this.table} (${columns}) ${overriding}VALUES ${tuples.join(', ')} ${onConflict} RETURNING ${returning}`;
    const statement = { text, values, bytes: estimateBytes(values) };
    return hasExpression || rows.length > 1 ? statement : withName(statement);
  }

  /**
   * Inserts any number of rows with one text. The rows are one JSON parameter. A JSON value that all rows share, and the
   * values of `common`, are parameters of their own. A value that only some rows set is null in the others.
   */
  insertMany(
    rows: Row[],
    common: Row,
    computed: Record<string, ComputedColumn | undefined> = {},
  ): InsertStatement {
    const values: unknown[] = [];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const json = bind('');
    const given: [property: string, column: string][] = [];
    const names: string[] = [];
    const sources: string[] = [];
    for (const { propertyName, databaseName, type } of this.metadata.columns) {
      const shared =
        common[propertyName] ?? (type === 'jsonb' ? findSharedObject(rows, propertyName) : undefined);
      const column = computed[propertyName];
      if (shared === undefined && !column && rows.every((row) => row[propertyName] === undefined)) continue;
      names.push(databaseName);
      if (shared !== undefined) sources.push(bind(toParameter(shared, type)));
      else {
        given.push([propertyName, databaseName]);
        const own = `given.${databaseName}`;
        sources.push(column ? column.text(column.values.map(bind), own) : own);
      }
    }
    const toJsonRow = (row: Row): Row =>
      Object.fromEntries(given.map(([property, column]) => [column, toStorable(row[property])]));
    values[0] = JSON.stringify(rows.map(toJsonRow));
    const text = `INSERT INTO ${this.table} (${names.join(', ')}) SELECT ${sources.join(', ')}
    FROM json_populate_recordset(NULL::${this.table}, ${json}) AS given RETURNING ${this.returningList}`;
    const [own, ...shared] = values;
    return withName({ text, values, bytes: estimateBytes([own]) + rows.length * estimateBytes(shared) });
  }

  /** Returns the ON CONFLICT clause that changes `changing` of the row with the same `key` if one of them differs. */
  onConflictUpdate(key: string, changing: string[]): string {
    const target = `ON CONFLICT (organization_id, mode, ${this.toColumnName(key)})`;
    if (changing.length === 0) return `${target} DO NOTHING`;
    const columns = changing.map((property) => this.toColumnName(property));
    const assignments = columns.map((column) => `${column} = excluded.${column}`);
    const stored = columns.map((column) => `${this.table}.${column}`).join(', ');
    const given = columns.map((column) => `excluded.${column}`).join(', ');
    return `${target} DO UPDATE SET ${assignments.join(', ')}, updated_at = now() WHERE (${stored}) IS DISTINCT FROM (${given})`;
  }
}

/** `pg` would send a JSON array as an array of PostgreSQL. */
function toParameter(value: unknown, type: unknown): unknown {
  return type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
}

/** Returns the object that is the same instance in every row. */
function findSharedObject([first, ...others]: Row[], property: string): unknown {
  const value = first?.[property] ?? undefined;
  return typeof value === 'object' && others.every((row) => row[property] === value) ? value : undefined;
}

/** Replaces half a surrogate pair, e.g. of a truncated text, which would make the JSON of all rows invalid. */
function toStorable(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** Estimates the bytes of values in the database, before compression. */
function estimateBytes(values: readonly unknown[]): number {
  let bytes = 0;
  for (const value of values) bytes += typeof value === 'string' ? Buffer.byteLength(value) : SCALAR_BYTES;
  return bytes;
}
