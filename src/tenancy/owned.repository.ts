import type { EntityMetadata, FindOptionsWhere, QueryDeepPartialEntity } from 'typeorm';
import type { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/api-error.js';
import { Page, type AnyPageQuery } from '../http/list.js';
import { insertStatement } from './insert-statement.js';
import type { OwnedEntity } from './owned.entity.js';
import type { Tenant } from './tenant.js';

/** Columns a row is found by; undefined entries are left out. */
export type Filter<E> = { [K in keyof E]?: E[K] | undefined };

/** A value that the database works out, e.g. a time by its clock: the expression's text, never a client's. */
export interface Sql {
  (): string;
}

export function sql(expression: string): Sql {
  return () => expression;
}

type Values<E> = { [K in keyof E]?: E[K] | Sql };
type NewRow<E> = Omit<Values<E>, keyof OwnedEntity>;

/**
 * The only door to a tenant's rows: every method takes the tenant first and no other query exists.
 * Features extend it with finders of their own. Rows are plain objects in the shape of their entity, which has no
 * methods: a prototype set afterwards would make V8 forget all it knows of their shape.
 */
export abstract class OwnedRepository<E extends OwnedEntity> {
  private statement?: { metadata: EntityMetadata; list: string; select: string };

  protected constructor(
    protected readonly transactions: Transactions,
    private readonly entity: new () => E,
  ) {}

  async find(tenant: Tenant, id: number): Promise<E | null> {
    return this.findBy(tenant, { id } as Filter<E>);
  }

  /** @throws ApiError resource_missing */
  async get(tenant: Tenant, id: number): Promise<E> {
    const found = await this.find(tenant, id);
    if (!found) throw new ApiError('resource_missing');
    return found;
  }

  /** The first row that has these values, by id. */
  async findBy(tenant: Tenant, filter: Filter<E>): Promise<E | null> {
    return (await this.select(tenant, filter, [], 'ORDER BY id LIMIT 1', []))[0] ?? null;
  }

  /** Every row that has these values, oldest first: only where their number is bounded. */
  async listBy(tenant: Tenant, filter: Filter<E>): Promise<E[]> {
    return this.select(tenant, filter, [], 'ORDER BY id', []);
  }

  /**
   * One page, newest first, by keyset on the id. The limit must stay a parameter: PostgreSQL then plans each page for
   * its values. A plan for all values walks the primary key, past every row of a larger tenant (test/plans).
   */
  async page(tenant: Tenant, query: AnyPageQuery, filter: Filter<E> = {}): Promise<Page<E>> {
    const { limit, starting_after: after, ending_before: before } = query;
    const cursor = after ?? before;
    const [compare, order] = before === undefined ? ['<', 'DESC'] : ['>', 'ASC'];
    const rows = await this.select(
      tenant,
      filter,
      cursor === undefined ? [] : [`id ${compare}`],
      `ORDER BY id ${order} LIMIT`,
      [...(cursor === undefined ? [] : [cursor]), limit + 1],
    );
    const data = rows.slice(0, limit);
    return new Page(before === undefined ? data : data.reverse(), rows.length > limit);
  }

  /** Stores a row and returns it with what the database filled in. */
  async insert(tenant: Tenant, values: NewRow<E>): Promise<E> {
    return (await this.insertAll(tenant, [values]))[0]!;
  }

  async insertAll(tenant: Tenant, rows: NewRow<E>[]): Promise<E[]> {
    if (rows.length === 0) return [];
    const { metadata, list } = (this.statement ??= this.describe());
    const { organizationId, mode } = tenant;
    const owned = rows.map((row) => ({ ...row, organizationId, mode }));
    const { text, values, fixed } = insertStatement(metadata, owned, list);
    const name = fixed ? { name: statementName(text) } : {};
    return this.transactions.prepared<E>({ ...name, text, values });
  }

  /** Changes one row; false when the tenant has no such row or `only` no longer holds. */
  async update(tenant: Tenant, id: number, values: Values<E>, only: Filter<E> = {}): Promise<boolean> {
    const { organizationId, mode } = tenant;
    const where = { organizationId, mode, id, ...only } as FindOptionsWhere<E>;
    const { affected } = await this.transactions.manager.update(
      this.entity,
      where,
      values as QueryDeepPartialEntity<E>,
    );
    return affected === 1;
  }

  async delete(tenant: Tenant, id: number): Promise<boolean> {
    const { organizationId, mode } = tenant;
    const where = { organizationId, mode, id } as FindOptionsWhere<E>;
    return (await this.transactions.manager.delete(this.entity, where)).affected === 1;
  }

  /** Like `get`, and holds the row against other transactions until this one ends. */
  async lock(tenant: Tenant, id: number): Promise<E> {
    const [row] = await this.select(tenant, { id } as Filter<E>, [], 'FOR UPDATE', []);
    if (!row) throw new ApiError('resource_missing');
    return row;
  }

  /** Whose row an id is: for operators and jobs, which then go on with that tenant. */
  async ownerOf(id: number): Promise<Tenant | null> {
    const { metadata } = (this.statement ??= this.describe());
    const [row] = await this.transactions.manager.query<Tenant[]>(
      `SELECT organization_id AS "organizationId", mode FROM ${metadata.tableName} WHERE id = $1`,
      [id],
    );
    return row ?? null;
  }

  /** A prepared SELECT: tenant, equalities of the filter, one further comparison, the rest of the statement. */
  private async select(
    tenant: Tenant,
    filter: Filter<E>,
    comparisons: string[],
    tail: string,
    tailValues: unknown[],
  ): Promise<E[]> {
    const { metadata, select } = (this.statement ??= this.describe());
    const values: unknown[] = [tenant.organizationId, tenant.mode];
    let text = `${select} WHERE organization_id = $1 AND mode = $2`;
    for (const [property, value] of Object.entries(filter)) {
      if (value === undefined) continue;
      const column = metadata.findColumnWithPropertyName(property)!.databaseName;
      text += value === null ? ` AND ${column} IS NULL` : ` AND ${column} = $${values.push(value)}`;
    }
    for (const comparison of comparisons) text += ` AND ${comparison} $${values.push(tailValues.shift())}`;
    text += ` ${tail}`;
    for (const value of tailValues) text += ` $${values.push(value)}`;
    return this.transactions.prepared<E>({ name: statementName(text), text, values });
  }

  private describe(): { metadata: EntityMetadata; list: string; select: string } {
    const metadata = this.transactions.manager.connection.getMetadata(this.entity);
    const list = metadata.columns
      .map(({ databaseName, propertyName }) => `${databaseName} AS "${propertyName}"`)
      .join(', ');
    return { metadata, list, select: `SELECT ${list} FROM ${metadata.tableName}` };
  }
}

const names = new Map<string, string>();

/** PostgreSQL cuts statement names at 63 bytes, so each text gets a number; the number of texts is small and fixed. */
function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `owned_${names.size}`));
  return name;
}
