/**
 * Tenancy: each row of an organization belongs to a tenant, and each statement on it names the tenant.
 *
 * Entities
 * - `Tenant` (tenant.ts): an organization and a mode, `test` or `live`. The modes of an organization share no rows.
 * - `OwnedEntity` (owned.entity.ts): the columns of a row with a tenant. Ids are unique in their table, over all tenants.
 * - `OwnedRepository` (this file): the base class of the repositories of those rows. Features have no other access to them.
 * - `Page` (page.ts) and `ListFilter` (list-filters.ts): a page of a list, and the query parameters that filter it.
 * - `WriteBuffer` (write-buffer.ts): log rows that are written in the background.
 *
 * Rules
 * - The first argument of each method is the tenant. The exceptions are for jobs and operators: `lockDue`, `leaseDue` and
 *   `ownerOf` work over all tenants and return the tenant of each row, with which the caller continues.
 * - Unique and foreign keys contain the organization and the mode, so PostgreSQL rejects a reference to a row of another
 *   tenant (test/database/tenancy-sql).
 * - Nothing changes the id or the tenant of a row. Only a method of the repository itself changes the columns named in
 *   `State`: the one that moves the row to another state.
 * - Times come from the database's clock: `sql('now()')`.
 * - Each method joins the transaction of `Transactions.run`, or runs in one of its own.
 * - Rows are plain objects in the shape of their entity, which has no methods. A prototype set later would slow down V8.
 *
 * Lists
 * - Order: by id, newest first. Cursor: the id of a row (keyset pagination), so page 1,000 costs as much as page 1.
 * - A filter on several values splits the list into parts. Each part is read in order by an index, and then merged. A
 *   filter that would make more than 50 parts is a condition of each part instead.
 * - A filter on a range is first translated into a window of ids.
 * - A search looks at the newest rows, then at the index of words.
 * - A page is read from the replica if the replica has replayed all commits before the request.
 *
 * Leases: `leaseDue` takes due rows for this process by moving their due time forward by `leaseMs`. If the process dies,
 * they are due again then. `lockDue` holds due rows until the transaction ends. Both skip the rows of other processes.
 *
 * Limits
 * | limit                         | value                                               |
 * | ----------------------------- | --------------------------------------------------- |
 * | page                          | 1 MB of JSON: a page of large records ends early    |
 * | first read of a page          | `firstRows`, 20 rows, until the row size is known   |
 * | search                        | 3 s; 3,000 newest rows before the index             |
 * | rows per upsert statement     | 500                                                 |
 * | rows in a `WriteBuffer`       | 2,000; written after 250 ms                         |
 *
 * Failure modes
 * - The tenant has no such row: `get` and `lock` throw `RowMissing` (404), other methods return null or false.
 * - A search takes too long: `SearchTimeoutError` (503).
 * - The replica fails or lags: the primary serves the list.
 * - The database is away: a `WriteBuffer` drops rows and logs how many.
 *
 * Each stored row counts toward the organization's write quota after the commit (`Transactions.stored`).
 */
import { isDeepStrictEqual } from 'node:util';
import type { QueryResultRow } from 'pg';
import type { FindOptionsWhere, QueryDeepPartialEntity } from 'typeorm';
import { buildSelectDue, type DueCondition } from '../database/select-due.js';
import {
  StatementWriter,
  type ComputedColumn,
  type InsertStatement,
} from '../database/statements/statement-writer.js';
import type { Transactions } from '../database/transactions.js';
import { RowMissing } from './errors.js';
import { buildConditions } from './list-filters.js';
import type { OwnedEntity } from './owned.entity.js';
import { Page, type PageRequest } from './page.js';
import { readPage } from './read-page.js';
import type { Mode, OwnedId, Tenant } from './tenant.js';

/** Column values that a row must equal. Undefined matches any value. */
export type Filter<E> = { [K in keyof E]?: E[K] | undefined };

/** An SQL expression as a value. Its text comes from the source code, never from a client. */
export interface Sql {
  (): string;
}

export function sql(expression: string): Sql {
  return () => expression;
}

type RowValues<E> = { [K in keyof E]?: E[K] | Sql };
export type NewRow<E> = Omit<RowValues<E>, keyof OwnedEntity> & { id?: number };

/** A new row without SQL expressions. */
export type PlainRow<E> = { [K in Exclude<keyof E, keyof OwnedEntity>]?: E[K] };

/** The columns that `update` may change. */
export type Changes<E extends OwnedEntity, State extends keyof E = never> = {
  [K in keyof E]?: K extends keyof OwnedEntity | State ? never : E[K] | Sql;
};

/** `Changes` without SQL expressions. Undefined leaves a column as it is. */
export type PlainChanges<E extends OwnedEntity, State extends keyof E = never> = {
  [K in keyof E]?: (K extends keyof OwnedEntity | State ? never : E[K]) | undefined;
};

export interface UpsertResult {
  created: number;
  updated: number;
  unchanged: number;
}

const OWNED_ID_COLUMNS = 'id, organization_id AS "organizationId", mode';
const MAX_ROWS_PER_UPSERT = 500;

/** `State`: the columns that only the repository itself changes. */
export abstract class OwnedRepository<E extends OwnedEntity, State extends keyof E = never> {
  /** Rows that a page reads before their size is known. Lower it for rows of megabytes. */
  protected readonly firstRows: number = 20;
  /** A fixed condition that starts with AND and hides rows from their owner. */
  protected readonly shown: string = '';
  private statementWriter?: StatementWriter;

  /** @param unreturnedColumns large JSON columns, which `insert` copies from the given row instead of reading them back */
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
    const row = await this.find(tenant, id);
    if (!row) throw new RowMissing();
    return row;
  }

  /** Returns the matching row with the lowest id. */
  async findBy(tenant: Tenant, filter: Filter<E>): Promise<E | null> {
    return (await this.select(tenant, filter, 'ORDER BY id LIMIT 1'))[0] ?? null;
  }

  /** Returns the rows with these ids that exist, in any order. */
  async listAmong(tenant: Tenant, ids: number[]): Promise<E[]> {
    return this.transactions.prepared<E>(this.writer.select({ ...toOwner(tenant), id: ids }, this.shown));
  }

  /** Returns all matching rows, oldest first. Use it only where their number is bounded. */
  async listBy(tenant: Tenant, filter: Filter<E>): Promise<E[]> {
    return this.select(tenant, filter, 'ORDER BY id');
  }

  /** Returns one page, newest first, of the rows that match the declared filters of the query and `filter`. */
  async page(tenant: Tenant, query: PageRequest, filter: Filter<E> = {}): Promise<Page<E>> {
    return this.pageOfParts([''], tenant, query, filter);
  }

  /** Like `page`, over disjoint parts of the table. A part is a fixed condition that starts with AND. */
  protected async pageOfParts(
    parts: string[],
    tenant: Tenant,
    query: PageRequest,
    filter: Filter<E> = {},
    conditions = buildConditions(query),
  ): Promise<Page<E>> {
    for (const [property, value] of Object.entries(filter))
      if (value !== undefined) conditions.equal.set(property, [value]);
    const { data, hasMore } = await readPage<E>(this.transactions, {
      writer: this.writer,
      parts: parts.map((part) => part + this.shown),
      tenant,
      query,
      conditions,
      firstRows: this.firstRows,
    });
    const backward = query.ending_before !== undefined;
    return new Page(backward ? data.reverse() : data, hasMore, {}, backward);
  }

  /**
   * Throws if the tenant may not store `adding` more rows. Called before an insert, and with 0 after each batch of an upsert
   * that created rows. A repository whose rows count toward a quota overrides it.
   */
  protected async assertRoom(_tenant: Tenant, _adding: number): Promise<void> {}

  /** Stores a row and returns it with the values that the database filled in. */
  async insert(tenant: Tenant, row: NewRow<E>): Promise<E> {
    await this.assertRoom(tenant, 1);
    return (await this.store(tenant, [row], this.writer.insert([{ ...row, ...toOwner(tenant) }])))[0]!;
  }

  /** Stores any number of rows in one statement and returns them in the same order. */
  async insertAll(
    tenant: Tenant,
    rows: PlainRow<E>[],
    computed: { [K in keyof E]?: ComputedColumn } = {},
  ): Promise<E[]> {
    if (rows.length === 0) return [];
    await this.assertRoom(tenant, rows.length);
    return this.store(tenant, rows, this.writer.insertMany(rows, toOwner(tenant), computed));
  }

  /**
   * Stores rows, and changes the columns `changing` of the rows that exist with the same `key`. A key is in `rows` once.
   * Only for entities with an `updatedAt`.
   */
  protected async upsertAll(
    tenant: Tenant,
    rows: NewRow<E>[],
    key: keyof E & string,
    changing: (keyof E & string)[],
  ): Promise<UpsertResult> {
    await this.oneByOne(tenant);
    const options = {
      onConflict: this.writer.onConflictUpdate(key, changing),
      returning: 'xmax = 0 AS created',
    };
    const written: { created: boolean }[] = [];
    for (let start = 0; start < rows.length; start += MAX_ROWS_PER_UPSERT) {
      const batch = rows
        .slice(start, start + MAX_ROWS_PER_UPSERT)
        .map((row) => ({ ...row, ...toOwner(tenant) }));
      const { bytes, ...statement } = this.writer.insert(batch, options);
      const results = await this.transactions.prepared<{ created: boolean }>(statement);
      this.transactions.stored(tenant, (bytes * results.length) / batch.length);
      if (results.some((row) => row.created)) await this.assertRoom(tenant, 0);
      written.push(...results);
    }
    const created = written.filter((row) => row.created).length;
    return { created, updated: written.length - created, unchanged: rows.length - written.length };
  }

  /** Serializes bulk writes of a tenant until the transaction ends. In different orders they would deadlock. */
  protected async oneByOne({ organizationId, mode }: Tenant): Promise<void> {
    await this.transactions.hold(this.writer.table, organizationId, mode);
  }

  /** Reserves an id for a row whose values depend on it, e.g. encrypted ones. */
  async reserveId(): Promise<number> {
    const [row] = await this.transactions.prepared<{ id: number }>({
      name: 'reserved_id',
      text: `SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id`,
      values: [this.writer.table],
    });
    return row!.id;
  }

  /** Changes one row. Returns false if it does not exist or does not match `only`. */
  async update(
    tenant: Tenant,
    id: number,
    values: Changes<E, State>,
    only: Filter<E> = {},
  ): Promise<boolean> {
    return this.write(tenant, id, values as Changes<E>, only);
  }

  /** Like `update`, including the columns of the state. */
  protected async write(
    tenant: Tenant,
    id: number,
    values: Changes<E>,
    only: Filter<E> = {},
  ): Promise<boolean> {
    const where = { ...only, ...toOwner(tenant), id } as FindOptionsWhere<E>;
    const { affected } = await this.transactions.manager.update(
      this.entity,
      where,
      values as QueryDeepPartialEntity<E>,
    );
    return affected === 1;
  }

  /** Like `write`, and returns the row as the change left it. @throws RowMissing */
  protected async writeReturning(tenant: Tenant, id: number, values: Changes<E>): Promise<E> {
    const [text, parameters] = this.transactions.manager
      .createQueryBuilder()
      .update(this.entity)
      .set(values as QueryDeepPartialEntity<E>)
      .where({ ...toOwner(tenant), id } as FindOptionsWhere<E>)
      .getQueryAndParameters();
    const [row] = await this.transactions.prepared<E & QueryResultRow>({
      text: `${text} RETURNING ${this.writer.selectList}`,
      values: parameters,
    });
    if (!row) throw new RowMissing();
    return row;
  }

  /**
   * Changes a locked row where `values` differ from it, and its `updatedAt`. Returns null if nothing differs.
   * Only for entities with an `updatedAt`.
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
    return this.writeReturning(tenant, stored.id, changed as unknown as Changes<E>);
  }

  async delete(tenant: Tenant, id: number): Promise<boolean> {
    const where = { ...toOwner(tenant), id } as FindOptionsWhere<E>;
    return (await this.transactions.manager.delete(this.entity, where)).affected === 1;
  }

  /** Like `get`, and locks the row until the transaction ends. @throws RowMissing */
  async lock(tenant: Tenant, id: number): Promise<E> {
    const [row] = await this.select(tenant, { id } as Filter<E>, 'FOR UPDATE');
    if (!row) throw new RowMissing();
    return row;
  }

  /** Locks at most `limit` due rows of all tenants until the transaction ends. Skips rows that are locked. */
  protected async lockDue(due: DueCondition, limit: number): Promise<OwnedId[]> {
    return this.transactions.manager.query<OwnedId[]>(
      buildSelectDue(OWNED_ID_COLUMNS, this.writer.table, due, '$1'),
      [limit],
    );
  }

  /** Leases at most `limit` due rows of all tenants. @param set further assignments, e.g. of a count of attempts */
  protected async leaseDue(due: DueCondition, limit: number, leaseMs: number, set = ''): Promise<OwnedId[]> {
    const { table } = this.writer;
    const [rows] = await this.transactions.manager.query<[OwnedId[], number]>(
      `UPDATE ${table} SET ${due.at} = now() + $2 * interval '1 millisecond'${set && `, ${set}`}
       WHERE id = ANY (ARRAY(${buildSelectDue('id', table, due, '$1')})) RETURNING ${OWNED_ID_COLUMNS}`,
      [limit, leaseMs],
    );
    return rows;
  }

  /** Returns the tenant of a row, for operators and jobs. */
  async ownerOf(id: number): Promise<Tenant | null> {
    const [row] = await this.transactions.manager.query<Tenant[]>(
      `SELECT organization_id AS "organizationId", mode FROM ${this.writer.table} WHERE id = $1`,
      [id],
    );
    return row ?? null;
  }

  private async select(tenant: Tenant, filter: Filter<E>, tail: string): Promise<E[]> {
    return this.transactions.prepared<E>(
      this.writer.select({ ...toOwner(tenant), ...filter, ...toOwner(tenant) }, `${this.shown} ${tail}`),
    );
  }

  /** Runs an INSERT and adds the unreturned columns. PostgreSQL returns the rows in the order of `rows`. */
  private async store(
    tenant: Tenant,
    rows: NewRow<E>[],
    { bytes, ...statement }: InsertStatement,
  ): Promise<E[]> {
    const stored = await this.transactions.prepared<E>(statement);
    this.transactions.stored(tenant, bytes);
    for (const [index, row] of stored.entries())
      for (const column of this.unreturnedColumns)
        row[column] = rows[index]![column as keyof NewRow<E>] as never;
    return stored;
  }

  /** Created at the first use: the metadata exists once the database is connected. */
  private get writer(): StatementWriter {
    return (this.statementWriter ??= new StatementWriter(
      this.transactions.manager.connection.getMetadata(this.entity),
      this.unreturnedColumns,
    ));
  }
}

/** Drops the other fields of a caller, which extends `Tenant`. */
function toOwner({ organizationId, mode }: Tenant): { organizationId: number; mode: Mode } {
  return { organizationId, mode };
}

/** Compares values as jsonb stores them, regardless of the order of fields. */
function isSameJson(a: unknown, b: unknown): boolean {
  const [plainA, plainB] = [a, b].map((value) => JSON.parse(JSON.stringify(value)) as unknown);
  return isDeepStrictEqual(plainA, plainB);
}
