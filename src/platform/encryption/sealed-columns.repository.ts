import { Injectable } from '@nestjs/common';
import type { EntityMetadata } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import type { SealedRow } from './encryption.service.js';

const BATCH_SIZE = 500;
const SAMPLE_SIZE = 20;

/** A column of encrypted values. Its name starts with `sealed_`. */
export interface SealedColumn {
  table: string;
  column: string;
  /** An SQL expression that returns the `SealedRow` of a row. */
  rowSql: string;
}

export interface SealedValue {
  sealed: Buffer;
  row: SealedRow;
}

/** Finds and replaces encrypted values in all tables. */
@Injectable()
export class SealedColumnsRepository {
  constructor(private readonly transactions: Transactions) {}

  listColumns(): SealedColumn[] {
    return this.transactions.manager.connection.entityMetadatas.flatMap((entity) =>
      entity.columns
        .filter(({ type, databaseName }) => type === 'bytea' && databaseName.startsWith('sealed_'))
        .map(({ databaseName }) => ({
          table: entity.tableName,
          column: databaseName,
          rowSql: buildRowExpression(entity),
        })),
    );
  }

  /** Returns some values of the column. */
  sample({ table, column, rowSql }: SealedColumn): Promise<SealedValue[]> {
    return this.transactions.manager.query<SealedValue[]>(
      `SELECT ${column} AS sealed, ${rowSql} AS row FROM ${table} WHERE ${column} IS NOT NULL LIMIT ${SAMPLE_SIZE}`,
    );
  }

  /** Locks up to 500 values that are encrypted with another key, in the order of the table's pages. */
  lockStale(
    { table, column, rowSql }: SealedColumn,
    keyId: Buffer,
    afterPosition: string,
  ): Promise<(SealedValue & { position: string })[]> {
    return this.transactions.manager.query(
      `SELECT ctid AS position, ${column} AS sealed, ${rowSql} AS row FROM ${table}
       WHERE ctid > $2 AND ${buildStaleCondition(column)} ORDER BY ctid LIMIT ${BATCH_SIZE} FOR UPDATE`,
      [keyId, afterPosition],
    );
  }

  async replace({ table, column }: SealedColumn, position: string, sealed: Buffer): Promise<void> {
    await this.transactions.manager.query(`UPDATE ${table} SET ${column} = $1 WHERE ctid = $2`, [
      sealed,
      position,
    ]);
  }

  async countStale({ table, column }: SealedColumn, keyId: Buffer): Promise<number> {
    const [row] = await this.transactions.manager.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM ${table} WHERE ${buildStaleCondition(column)}`,
      [keyId],
    );
    return row!.count;
  }

  async findCanary(): Promise<Buffer | undefined> {
    const [row] = await this.transactions.manager.query<{ sealed: Buffer }[]>(
      'SELECT sealed_text AS sealed FROM encryption_canary',
    );
    return row?.sealed;
  }

  /** Keeps the canary of a process that was faster. */
  async insertCanary(sealed: Buffer): Promise<void> {
    await this.transactions.manager.query(
      'INSERT INTO encryption_canary (sealed_text) VALUES ($1) ON CONFLICT DO NOTHING',
      [sealed],
    );
  }
}

/** Returns SQL for the `SealedRow` that the value was encrypted for: the table, the tenant and the rest of the key. */
function buildRowExpression({ tableName, columns, primaryColumns }: EntityMetadata): string {
  const tenant = ['organizationId', 'mode'];
  const fields = tenant.map((property) => {
    const column = columns.find(({ propertyName }) => propertyName === property);
    return `'${property}', ${column?.databaseName ?? 'NULL::text'}`;
  });
  const [key] = primaryColumns.filter(({ propertyName }) => !tenant.includes(propertyName));
  return `json_build_object('table', '${tableName}', ${fields.join(', ')}, 'id', ${key!.databaseName})`;
}

/** Returns SQL for the values whose first 4 bytes, the id of their key, are not $1. */
function buildStaleCondition(column: string): string {
  return `${column} IS NOT NULL AND substring(${column} from 1 for 4) <> $1`;
}
