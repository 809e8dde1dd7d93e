import type { FindOptionsWhere, QueryDeepPartialEntity } from 'typeorm';
import { buildSelectDue, type DueCondition } from '../database/select-due.js';
import type { Transactions } from '../database/transactions.js';
import { buildEntityColumns, type EntityColumns } from './entity-columns.js';
import { buildInsertRowsStatement, type PlainRow, type ComputedColumn } from './insert-rows-statement.js';
import { buildInsertStatement } from './insert-statement.js';
import { buildConditions } from './list-filters.js';
import type { ListSpec } from './list-statement.js';
import { isSameJson } from './same-json.js';
import type { OwnedEntity } from './owned.entity.js';
import { Page, type PageRequest } from './page.js';
import { readPage } from './read-page.js';
import { RowMissing } from './errors.js';
import { toStatementName } from './prepared-statement-names.js';
import type { OwnedId, Tenant } from './tenant.js';
import { upsertRows, type UpsertResult } from './upsert-rows.js';
import { estimateBytes } from './estimate-bytes.js';

/** Columns a row is found by; undefined entries are left out. */
export type Filter<E> = { [K in keyof E]?: E[K] | undefined };

/** A value that the database works out, e.g. a time by its clock: the expression's text, never a client's. */
export interface Sql {
  (): string;
}

export function sql(expression: string): Sql {
  return () => expression;
}

const OWNED_ID_COLUMNS = 'id, organization_id AS "organizationId", mode';

type RowValues<E> = { [K in keyof E]?: E[K] | Sql };
export type NewRow<E> = Omit<RowValues<E>, keyof OwnedEntity> & { id?: number };

/** What of a row may be changed by anybody: never which row it is and whose, nor the columns of its state. */
export type Changes<E extends OwnedEntity, State extends keyof E = never> = {
  [K in keyof E]?: K extends keyof OwnedEntity | State ? never : E[K] | Sql;
};

/** The same as plain values; undefined ones are left out. */
export type PlainChanges<E extends OwnedEntity, State extends keyof E = never> = {
  [K in keyof E]?: (K extends keyof OwnedEntity | State ? never : E[K]) | undefined;
};

/**
 * The only door to a tenant's rows: every method takes the tenant first and no other query exists.
 * Features extend it with finders of their own. `State` names the columns that only a method of the repository itself
 * may change: the one that moves a row to another state. Rows are plain objects in the shape of their entity, which has no
 * methods: a prototype set afterwards would make V8 forget all it knows of their shape.
 */
export abstract class OwnedRepository<E extends OwnedEntity, State extends keyof E = never> {
  /** Rows of a page that are read before anybody knows what they weigh: fewer where one may weigh megabytes. */
  protected readonly firstRows: number = 20;
  /** Which rows are there for their owner, where not all are: a fixed text that begins with AND. */
  protected readonly shown: string = '';
  private entityColumns?: EntityColumns;

  /** @param unreturnedColumns columns of much JSON: a new row has them as they were given, and they don't come back from the database */
  protected constructor(
    protected readonly transactions: Transactions,
    private readonly entity: new () => E,
    private readonly unreturnedColumns: readonly (keyof E & string)[] = [],
  ) {}

  async find(tenant: Tenant, id: number): Promise<E | null> {
    return this.findBy(tenant, { id } as Filter<E>);
  }

  /** @throws RowMissing */
  async get(tenant: Tenant, id: number): Promise<E> {
    const found = await this.find(tenant, id);
    if (!found) throw new RowMissing();
    return found;
  }

  /** The first row that has these values, by id. */
  async findBy(tenant: Tenant, filter: Filter<E>): Promise<E | null> {
    return (await this.select(tenant, filter, 'ORDER BY id LIMIT 1'))[0] ?? null;
  }

  /** The rows that have one of these ids, as many as there are. */
  async listAmong(tenant: Tenant, ids: number[]): Promise<E[]> {
    const { metadata, selectList: list } = (this.entityColumns ??= this.loadEntityColumns());
    const text = `SELECT ${list} FROM ${metadata.tableName} WHERE organization_id = $1 AND mode = $2 AND id = ANY ($3)${this.shown}`;
    const values = [tenant.organizationId, tenant.mode, ids];
    return this.transactions.prepared<E>({ name: toStatementName(text), text, values });
  }

  /** Every row that has these values, oldest first: only where their number is bounded. */
  async listBy(tenant: Tenant, filter: Filter<E>): Promise<E[]> {
    return this.select(tenant, filter, 'ORDER BY id');
  }

  /** One page, newest first, by keyset on the id: of the rows that the query's filters and the filter given here leave. */
  async page(tenant: Tenant, query: PageRequest, filter: Filter<E> = {}): Promise<Page<E>> {
    return this.pageOfParts([''], tenant, query, filter);
  }

  /** The same of parts of the table, each a condition: a fixed text that begins with AND. No row is in two of them. */
  protected async pageOfParts(
    parts: string[],
    tenant: Tenant,
    query: PageRequest,
    filter: Filter<E> = {},
    conditions = buildConditions(query),
  ): Promise<Page<E>> {
    const { metadata, selectList: list } = (this.entityColumns ??= this.loadEntityColumns());
    for (const [property, value] of Object.entries(filter))
      if (value !== undefined) conditions.equal.set(property, [value]);
    const wanted: ListSpec = {
      selectList: list,
      table: metadata.tableName,
      parts: parts.map((part) => part + this.shown),
      tenant,
      query,
      conditions,
      firstRows: this.firstRows,
      toColumnName: (property) => metadata.findColumnWithPropertyName(property)!.databaseName,
    };
    const { data, hasMore } = await readPage<E>(this.transactions, wanted);
    const { ending_before: before } = query;
    return new Page(before === undefined ? data : data.reverse(), hasMore, {}, before !== undefined);
  }

  /** Stores a row and returns it with what the database filled in. */
  async insert(tenant: Tenant, values: NewRow<E>): Promise<E> {
    const { metadata, returningList: filledIn } = (this.entityColumns ??= this.loadEntityColumns());
    const row = { ...values, organizationId: tenant.organizationId, mode: tenant.mode };
    const { fixed, ...query } = buildInsertStatement(metadata, [row], filledIn);
    const name = fixed ? { name: toStatementName(query.text) } : {};
    const stored = await this.transactions.prepared<E>({ ...name, ...query });
    this.transactions.stored(tenant, estimateBytes(query.values));
    return this.restoreUnreturned(stored, [values])[0]!;
  }

  /** The same of any number; `workedOut` are columns that the database works out, by fixed texts. */
  async insertAll(
    tenant: Tenant,
    rows: PlainRow<E>[],
    workedOut: { [K in keyof E]?: ComputedColumn } = {},
  ): Promise<E[]> {
    if (rows.length === 0) return [];
    const { metadata, returningList: filledIn } = (this.entityColumns ??= this.loadEntityColumns());
    const owner = { organizationId: tenant.organizationId, mode: tenant.mode };
    const { weight, ...query } = buildInsertRowsStatement(metadata, rows, owner, workedOut, filledIn);
    const stored = await this.transactions.prepared<E>({ name: toStatementName(query.text), ...query });
    this.transactions.stored(tenant, weight);
    return this.restoreUnreturned(stored, rows);
  }

  /**
   * Stores rows, or changes the ones that have their `key` already: in those the columns of `changing`, where one differs.
   * Every key stands in `rows` once. Only for entities with an `updatedAt`.
   */
  protected async upsertAll(
    tenant: Tenant,
    rows: NewRow<E>[],
    key: keyof E & string,
    changing: (keyof E & string)[],
  ): Promise<UpsertResult> {
    await this.oneByOne(tenant);
    const { metadata } = (this.entityColumns ??= this.loadEntityColumns());
    return upsertRows(this.transactions, metadata, tenant, rows, { key, changing });
  }

  /** What writes many rows of a tenant waits for the one before: two that met in another order would wait for each other. */
  protected async oneByOne({ organizationId, mode }: Tenant): Promise<void> {
    await this.transactions.hold(this.getTableName(), organizationId, mode);
  }

  /** Changes one row; false when the tenant has no such row or `only` no longer holds. */
  async update(
    tenant: Tenant,
    id: number,
    values: Changes<E, State>,
    only: Filter<E> = {},
  ): Promise<boolean> {
    return this.write(tenant, id, values as Changes<E>, only);
  }

  /** The same, the state included. */
  protected async write(
    tenant: Tenant,
    id: number,
    values: Changes<E>,
    only: Filter<E> = {},
  ): Promise<boolean> {
    const { organizationId, mode } = tenant;
    const where = { organizationId, mode, id, ...only } as FindOptionsWhere<E>;
    const { affected } = await this.transactions.manager.update(
      this.entity,
      where,
      values as QueryDeepPartialEntity<E>,
    );
    return affected === 1;
  }

  /**
   * Lays values over a row as it was locked, with the time by the database's clock. Null, and nothing is written, when the
   * row has them already: who sends back what was read has changed nothing. Only for entities with an `updatedAt`.
   */
  async change(
    tenant: Tenant,
    stored: E & { updatedAt: Date },
    values: PlainChanges<E, State>,
  ): Promise<E | null> {
    const differing = Object.entries(values).filter(
      ([column, value]) => value !== undefined && !isSameJson(value, stored[column as keyof E]),
    );
    if (differing.length === 0) return null;
    const changed = { ...Object.fromEntries(differing), updatedAt: sql('now()') };
    await this.write(tenant, stored.id, changed as unknown as Changes<E>);
    return this.get(tenant, stored.id);
  }

  async delete(tenant: Tenant, id: number): Promise<boolean> {
    const { organizationId, mode } = tenant;
    const where = { organizationId, mode, id } as FindOptionsWhere<E>;
    return (await this.transactions.manager.delete(this.entity, where)).affected === 1;
  }

  /** Like `get`, and holds the row against other transactions until this one ends. @throws RowMissing */
  async lock(tenant: Tenant, id: number): Promise<E> {
    const [row] = await this.select(tenant, { id } as Filter<E>, 'FOR UPDATE');
    if (!row) throw new RowMissing();
    return row;
  }

  /** Of all tenants: at most `limit` due rows, held until the transaction ends. Others take other ones. */
  protected async lockDue(due: DueCondition, limit: number): Promise<OwnedId[]> {
    const { metadata } = (this.entityColumns ??= this.loadEntityColumns());
    return this.transactions.manager.query<OwnedId[]>(
      buildSelectDue(OWNED_ID_COLUMNS, metadata.tableName, due, '$1'),
      [limit],
    );
  }

  /** The same, taken for this process by putting their time off; `set` changes more, e.g. a count of attempts. */
  protected async leaseDue(due: DueCondition, limit: number, leaseMs: number, set = ''): Promise<OwnedId[]> {
    const { metadata } = (this.entityColumns ??= this.loadEntityColumns());
    const [rows] = await this.transactions.manager.query<[OwnedId[], number]>(
      `UPDATE ${metadata.tableName} SET ${due.at} = now() + $2 * interval '1 millisecond'${set && `, ${set}`}
       WHERE id = ANY (ARRAY(${buildSelectDue('id', metadata.tableName, due, '$1')})) RETURNING ${OWNED_ID_COLUMNS}`,
      [limit, leaseMs],
    );
    return rows;
  }

  /** Whose row an id is: for operators and jobs, which then go on with that tenant. */
  async ownerOf(id: number): Promise<Tenant | null> {
    const { metadata } = (this.entityColumns ??= this.loadEntityColumns());
    const [row] = await this.transactions.manager.query<Tenant[]>(
      `SELECT organization_id AS "organizationId", mode FROM ${metadata.tableName} WHERE id = $1`,
      [id],
    );
    return row ?? null;
  }

  /** A prepared SELECT: tenant, equalities of the filter, the rest of the statement. */
  private async select(tenant: Tenant, filter: Filter<E>, tail: string): Promise<E[]> {
    const { metadata, selectList: list } = (this.entityColumns ??= this.loadEntityColumns());
    const values: unknown[] = [tenant.organizationId, tenant.mode];
    let text = `SELECT ${list} FROM ${this.getTableName()} WHERE organization_id = $1 AND mode = $2`;
    for (const [property, value] of Object.entries(filter)) {
      if (value === undefined) continue;
      const column = metadata.findColumnWithPropertyName(property)!.databaseName;
      text += value === null ? ` AND ${column} IS NULL` : ` AND ${column} = $${values.push(value)}`;
    }
    text += `${this.shown} ${tail}`;
    return this.transactions.prepared<E>({ name: toStatementName(text), text, values });
  }

  private getTableName(): string {
    return (this.entityColumns ??= this.loadEntityColumns()).metadata.tableName;
  }

  /** In the order in which they were given, as PostgreSQL answers them. */
  private restoreUnreturned(stored: E[], rows: NewRow<E>[]): E[] {
    for (const [index, row] of stored.entries())
      for (const column of this.unreturnedColumns)
        row[column] = rows[index]![column as keyof NewRow<E>] as never;
    return stored;
  }

  private loadEntityColumns(): EntityColumns {
    return buildEntityColumns(
      this.transactions.manager.connection.getMetadata(this.entity),
      this.unreturnedColumns,
    );
  }
}
