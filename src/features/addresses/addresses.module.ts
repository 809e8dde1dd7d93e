import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CustomersModule } from '../customers/customers.module.js';
import { AddressImportService } from './address-import.service.js';
import { AddressValidationService } from './address-validation.service.js';
import { AddressesController } from './addresses.controller.js';
import { AddressesRepository } from './addresses.repository.js';
import { AddressesService } from './addresses.service.js';
import { VerifierChain } from './verifiers/verifier-chain.js';

@Module({
  imports: [CustomersModule, DiscoveryModule],
  controllers: [AddressesController],
  providers: [
    AddressImportService,
    AddressesRepository,
    AddressesService,
    AddressValidationService,
    VerifierChain,
  ],
  exports: [AddressesService],
})
export class AddressesModule {}
