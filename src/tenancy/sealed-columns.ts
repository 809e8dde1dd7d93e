import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { Secrets, SecretUnreadable } from './secrets.js';

const BATCH = 500;

/** A place in the database that holds what `Secrets` sealed. */
export interface SealedColumn {
  table: string;
  column: string;
}

export interface Rotation extends SealedColumn {
  /** Sealed anew with the current key. */
  rotated: number;
  /** Sealed with a key that is not configured: left as they are. */
  unreadable: number;
}

/** Every secret in the database, for the day the encryption key changes. */
@Injectable()
export class SealedColumns {
  constructor(
    private readonly transactions: Transactions,
    private readonly secrets: Secrets,
  ) {}

  /** The columns named `sealed_…`: an entity is registered by the name of its column. */
  list(): SealedColumn[] {
    return this.transactions.manager.connection.entityMetadatas.flatMap(({ tableName: table, columns }) =>
      columns
        .filter(({ type, databaseName }) => type === 'bytea' && databaseName.startsWith('sealed_'))
        .map(({ databaseName: column }) => ({ table, column })),
    );
  }

  /** Seals everything with the current key that is sealed with another; can be repeated, and beside a running service. */
  async rotate(): Promise<Rotation[]> {
    const rotations: Rotation[] = [];
    for (const column of this.list()) rotations.push(await this.rotateColumn(column));
    return rotations;
  }

  /** Once over the table in the order of its pages; rows that move meanwhile were written by the running service, with its key. */
  private async rotateColumn({ table, column }: SealedColumn): Promise<Rotation> {
    const rotation = { table, column, rotated: 0, unreadable: 0 };
    let after = '(0,0)';
    for (;;) {
      const next = await this.transactions.run(async () => {
        const { manager } = this.transactions;
        const rows = await manager.query<{ position: string; sealed: Buffer }[]>(
          `SELECT ctid AS position, ${column} AS sealed FROM ${table}
           WHERE ctid > $1 AND ${column} IS NOT NULL AND substring(${column} from 1 for 4) <> $2
           ORDER BY ctid LIMIT ${BATCH} FOR UPDATE`,
          [after, this.secrets.keyId],
        );
        for (const { position, sealed } of rows) {
          const text = this.read(sealed);
          if (text === null) rotation.unreadable++;
          else {
            const values = [this.secrets.seal(text), position];
            await manager.query(`UPDATE ${table} SET ${column} = $1 WHERE ctid = $2`, values);
            rotation.rotated++;
          }
        }
        return rows.at(-1)?.position;
      });
      if (next === undefined) return rotation;
      after = next;
    }
  }

  private read(sealed: Buffer): string | null {
    try {
      return this.secrets.open(sealed);
    } catch (error) {
      if (error instanceof SecretUnreadable) return null;
      throw error;
    }
  }
}
