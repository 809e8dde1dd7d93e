import { Global, Module } from '@nestjs/common';
import { EncryptionCheck } from './encryption-check.js';
import { SealedColumnsService } from './sealed-columns.service.js';
import { EncryptionService } from './encryption.service.js';

/** What is stored encrypted, and the keys that open it. */
@Global()
@Module({
  providers: [EncryptionCheck, SealedColumnsService, EncryptionService],
  exports: [SealedColumnsService, EncryptionService],
})
export class EncryptionModule {}
