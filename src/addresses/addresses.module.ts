import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { AddressValidationService } from './address-validation.service.js';
import { AddressesController } from './addresses.controller.js';
import { AddressesRepository } from './addresses.repository.js';
import { AddressesService } from './addresses.service.js';
import { VerifierChain } from './verifiers/verifier-chain.js';

@Module({
  imports: [CustomersModule],
  controllers: [AddressesController],
  providers: [AddressesRepository, AddressesService, AddressValidationService, VerifierChain],
})
export class AddressesModule {}
