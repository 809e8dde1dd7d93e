import { Module } from '@nestjs/common';
import { CarriersModule } from '../carriers/carriers.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { QuoteStatusService } from './quote-status.service.js';
import { QuotesController } from './quotes.controller.js';
import { QuotesJobs } from './quotes.jobs.js';
import { QuotesRepository } from './quotes.repository.js';
import { QuotesService } from './quotes.service.js';

@Module({
  imports: [CarriersModule, CustomersModule],
  controllers: [QuotesController],
  providers: [QuoteStatusService, QuotesJobs, QuotesRepository, QuotesService],
  exports: [QuoteStatusService, QuotesRepository],
})
export class QuotesModule {}
