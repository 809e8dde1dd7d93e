import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { ConfigError } from '../../config/env.js';
import { SealedColumnsService } from './sealed-columns.service.js';
import { EncryptionService } from './encryption.service.js';

const CANARY = { table: 'encryption_canary', organizationId: null, mode: null, id: 1 };

/** Refuses to start on a database that was sealed with another key, where every stored secret would be unreadable. */
@Injectable()
export class EncryptionCheck implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly secrets: EncryptionService,
    private readonly columns: SealedColumnsService,
  ) {}

  /** @throws ConfigError when neither key opens what is stored */
  async onModuleInit(): Promise<void> {
    const canary = (await this.readCanary()) ?? (await this.createCanary());
    if (canary === undefined || !this.secrets.canOpen(canary, CANARY)) {
      throw new ConfigError(
        'ENCRYPTION_KEY, or the key file that stands for it, is not the key that this database is sealed with: set that one, or name it in ENCRYPTION_KEY_PREVIOUS.',
      );
    }
  }

  private async readCanary(): Promise<Buffer | undefined> {
    const [row] = await this.transactions.manager.query<{ sealed: Buffer }[]>(
      'SELECT sealed_text AS sealed FROM encryption_canary',
    );
    return row?.sealed;
  }

  /** Of several processes that start at once one writes it. Undefined where older secrets exist and none of them opens. */
  private async createCanary(): Promise<Buffer | undefined> {
    const sealed = await this.columns.sample();
    if (sealed.length > 0 && !sealed.some(({ sealed: one, row }) => this.secrets.canOpen(one, row)))
      return undefined;
    await this.transactions.manager.query(
      'INSERT INTO encryption_canary (sealed_text) VALUES ($1) ON CONFLICT DO NOTHING',
      [this.secrets.seal('canary', CANARY)],
    );
    return this.readCanary();
  }
}
