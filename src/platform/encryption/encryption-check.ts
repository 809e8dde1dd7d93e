import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConfigError } from '../../config/env.js';
import { EncryptionService } from './encryption.service.js';
import { SealedColumnsRepository } from './sealed-columns.repository.js';
import { SealedColumnsService } from './sealed-columns.service.js';

const CANARY = { table: 'encryption_canary', organizationId: null, mode: null, id: 1 };

/** Stops the start on a database that is encrypted with another key, where no stored secret could be read. */
@Injectable()
export class EncryptionCheck implements OnModuleInit {
  constructor(
    private readonly canary: SealedColumnsRepository,
    private readonly secrets: EncryptionService,
    private readonly columns: SealedColumnsService,
  ) {}

  /** @throws ConfigError if neither key decrypts the canary */
  async onModuleInit(): Promise<void> {
    const canary = (await this.canary.findCanary()) ?? (await this.createCanary());
    if (canary === undefined || !this.secrets.canOpen(canary, CANARY)) {
      throw new ConfigError(
        'ENCRYPTION_KEY, or the key file, is not the key that this database is encrypted with. Set that key as ENCRYPTION_KEY or ENCRYPTION_KEY_PREVIOUS.',
      );
    }
  }

  /** Returns undefined if the database has secrets and the configured keys decrypt none of a sample. */
  private async createCanary(): Promise<Buffer | undefined> {
    const sample = await this.columns.sample();
    if (sample.length > 0 && !sample.some(({ sealed, row }) => this.secrets.canOpen(sealed, row)))
      return undefined;
    await this.canary.insertCanary(this.secrets.seal('canary', CANARY));
    return this.canary.findCanary();
  }
}
