import { Global, Module } from '@nestjs/common';
import { EncryptionCheck } from './encryption-check.js';
import { SealedColumnsRepository } from './sealed-columns.repository.js';
import { SealedColumnsService } from './sealed-columns.service.js';
import { EncryptionService } from './encryption.service.js';

@Global()
@Module({
  providers: [EncryptionCheck, SealedColumnsRepository, SealedColumnsService, EncryptionService],
  exports: [SealedColumnsService, EncryptionService],
})
export class EncryptionModule {}
