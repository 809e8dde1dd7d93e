import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import type { EntityMetadata } from 'typeorm';
import { EncryptionService, SecretUnreadableError, type SealedRow } from './encryption.service.js';

const BATCH_SIZE = 500;
/** A table whose rows keep moving away: what is left then is reported. */
const MAX_PASSES = 20;
const SAMPLE_SIZE = 20;

/** A place in the database that holds what `Secrets` sealed. */
export interface SealedColumn {
  table: string;
  column: string;
}

/** A sealed value and the row it stands in. */
interface SealedValue {
  sealed: Buffer;
  row: SealedRow;
}

interface SealedColumnSource extends SealedColumn {
  /** The expression of the row, as a `SealedRow`. */
  row: string;
}

export interface ColumnRotation extends SealedColumn {
  /** Sealed anew with the current key, bound to their rows. */
  rotated: number;
  /** Sealed with a key that is not configured: left as they are. */
  unreadable: number;
  /** Not sealed with the current key in the end, unreadable ones included. */
  remaining: number;
}

/** Every secret in the database, for the day the encryption key changes. */
@Injectable()
export class SealedColumnsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly secrets: EncryptionService,
  ) {}

  /** The columns named `sealed_…`: an entity is registered by the name of its column. */
  list(): SealedColumn[] {
    return this.findSources().map(({ table, column }) => ({ table, column }));
  }

  /** Seals everything with the current key that is sealed with another, or bound to no row; can be repeated, and beside a running service. */
  async rotate(): Promise<ColumnRotation[]> {
    const rotations: ColumnRotation[] = [];
    for (const place of this.findSources()) rotations.push(await this.rotateColumn(place));
    return rotations;
  }

  /** Some of what is stored, of every column. */
  async sample(): Promise<SealedValue[]> {
    const { manager } = this.transactions;
    const samples = this.findSources().map(({ table, column, row }) =>
      manager.query<SealedValue[]>(
        `SELECT ${column} AS sealed, ${row} AS row FROM ${table} WHERE ${column} IS NOT NULL LIMIT ${SAMPLE_SIZE}`,
      ),
    );
    return (await Promise.all(samples)).flat();
  }

  private findSources(): SealedColumnSource[] {
    return this.transactions.manager.connection.entityMetadatas.flatMap((entity) =>
      entity.columns
        .filter(({ type, databaseName }) => type === 'bytea' && databaseName.startsWith('sealed_'))
        .map(({ databaseName: column }) => ({
          table: entity.tableName,
          column,
          row: buildRowExpression(entity),
        })),
    );
  }

  /** Over the table again and again until a pass finds nothing to seal: a row that is changed may move behind a pass. */
  private async rotateColumn(place: SealedColumnSource): Promise<ColumnRotation> {
    const { table, column } = place;
    let rotated = 0;
    for (let passes = 1; ; passes++) {
      const pass = await this.rotatePass(place);
      rotated += pass.rotated;
      const remaining = await this.countStale(place);
      const done = pass.rotated === 0 && remaining === pass.unreadable;
      if (done || passes === MAX_PASSES) return { table, column, ...pass, rotated, remaining };
    }
  }

  /** Once over the table in the order of its pages. */
  private async rotatePass({
    table,
    column,
    row,
  }: SealedColumnSource): Promise<{ rotated: number; unreadable: number }> {
    const counts = { rotated: 0, unreadable: 0 };
    let after = '(0,0)';
    for (;;) {
      const next = await this.transactions.run(async () => {
        const { manager } = this.transactions;
        const rows = await manager.query<(SealedValue & { position: string })[]>(
          `SELECT ctid AS position, ${column} AS sealed, ${row} AS row FROM ${table}
           WHERE ctid > $1 AND ${buildStaleCondition(column, '$2')} ORDER BY ctid LIMIT ${BATCH_SIZE} FOR UPDATE`,
          [after, this.secrets.keyId],
        );
        for (const { position, sealed, row: own } of rows) {
          const text = this.tryOpen(sealed, own);
          if (text === null) counts.unreadable++;
          else {
            const values = [this.secrets.seal(text, own), position];
            await manager.query(`UPDATE ${table} SET ${column} = $1 WHERE ctid = $2`, values);
            counts.rotated++;
          }
        }
        return rows.at(-1)?.position;
      });
      if (next === undefined) return counts;
      after = next;
    }
  }

  private async countStale({ table, column }: SealedColumn): Promise<number> {
    const [row] = await this.transactions.manager.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM ${table} WHERE ${buildStaleCondition(column, '$1')}`,
      [this.secrets.keyId],
    );
    return row!.count;
  }

  private tryOpen(sealed: Buffer, row: SealedRow): string | null {
    try {
      return this.secrets.open(sealed, row);
    } catch (error) {
      if (error instanceof SecretUnreadableError) return null;
      throw error;
    }
  }
}

/** A row's name, as whoever sealed for it gave it: its tenant, and what else its key has. */
function buildRowExpression({ tableName, columns, primaryColumns }: EntityMetadata): string {
  const tenant = ['organizationId', 'mode'];
  const named = tenant.map((property) => {
    const column = columns.find(({ propertyName }) => propertyName === property);
    return `'${property}', ${column?.databaseName ?? 'NULL::text'}`;
  });
  const [key] = primaryColumns.filter(({ propertyName }) => !tenant.includes(propertyName));
  return `json_build_object('table', '${tableName}', ${named.join(', ')}, 'id', ${key!.databaseName})`;
}

/** The condition that a column was sealed otherwise than with the key, and in the way, whose id is the parameter. */
function buildStaleCondition(column: string, keyId: string): string {
  return `${column} IS NOT NULL AND substring(${column} from 1 for 4) <> ${keyId}`;
}
