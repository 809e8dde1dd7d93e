import { Global, Module } from '@nestjs/common';
import { EncryptionCheck } from './encryption-check.js';
import { SealedColumns } from './sealed-columns.js';
import { Secrets } from './secrets.js';

/** What is stored encrypted, and the keys that open it. */
@Global()
@Module({ providers: [EncryptionCheck, SealedColumns, Secrets], exports: [SealedColumns, Secrets] })
export class SecretsModule {}
