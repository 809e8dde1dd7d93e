import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { EncryptionService, SecretUnreadableError, type SealedRow } from './encryption.service.js';
import { SealedColumnsRepository, type SealedColumn, type SealedValue } from './sealed-columns.repository.js';

/** A table that is written all the time may never be complete. The result then reports the remaining rows. */
const MAX_PASSES = 20;

export interface ColumnRotation {
  table: string;
  column: string;
  /** Encrypted again with the current key and bound to their row. */
  rotated: number;
  /** Encrypted with a key that is not configured, and left as they are. */
  unreadable: number;
  /** Still not encrypted with the current key, including the unreadable ones. */
  remaining: number;
}

/** Rotates the encryption key of every secret in the database. */
@Injectable()
export class SealedColumnsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly columns: SealedColumnsRepository,
    private readonly secrets: EncryptionService,
  ) {}

  list(): { table: string; column: string }[] {
    return this.columns.listColumns().map(({ table, column }) => ({ table, column }));
  }

  /** Encrypts every secret with the current key. Can be repeated, also while the service runs. */
  async rotate(): Promise<ColumnRotation[]> {
    const rotations: ColumnRotation[] = [];
    for (const column of this.columns.listColumns()) rotations.push(await this.rotateColumn(column));
    return rotations;
  }

  /** Returns some secrets of each column. */
  async sample(): Promise<SealedValue[]> {
    const samples = this.columns.listColumns().map((column) => this.columns.sample(column));
    return (await Promise.all(samples)).flat();
  }

  /** Repeats passes until one finds nothing to rotate, because an updated row may move behind a pass. */
  private async rotateColumn(sealedColumn: SealedColumn): Promise<ColumnRotation> {
    const { table, column } = sealedColumn;
    let rotated = 0;
    for (let passes = 1; ; passes++) {
      const pass = await this.rotatePass(sealedColumn);
      rotated += pass.rotated;
      const remaining = await this.columns.countStale(sealedColumn, this.secrets.keyId);
      const isComplete = pass.rotated === 0 && remaining === pass.unreadable;
      if (isComplete || passes === MAX_PASSES) return { table, column, ...pass, rotated, remaining };
    }
  }

  /** Reads the table once, one batch per transaction. */
  private async rotatePass(column: SealedColumn): Promise<{ rotated: number; unreadable: number }> {
    const counts = { rotated: 0, unreadable: 0 };
    const rotateBatch = async (afterPosition: string): Promise<string | undefined> => {
      const rows = await this.columns.lockStale(column, this.secrets.keyId, afterPosition);
      for (const { position, sealed, row } of rows) {
        const text = this.tryOpen(sealed, row);
        if (text === null) counts.unreadable++;
        else {
          await this.columns.replace(column, position, this.secrets.seal(text, row));
          counts.rotated++;
        }
      }
      return rows.at(-1)?.position;
    };
    let position: string | undefined = '(0,0)';
    while (position !== undefined) {
      const after: string = position;
      position = await this.transactions.run(() => rotateBatch(after));
    }
    return counts;
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
