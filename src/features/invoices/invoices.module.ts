import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { PdfModule } from '../../platform/pdf/pdf.module.js';
import { FreightRecordModule } from '../freight/record/freight-record.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { InvoiceAgingRepository } from './invoice-aging.repository.js';
import { InvoiceOpeningService } from './invoice-opening.service.js';
import { InvoicePdfService } from './invoice-pdf.service.js';
import { InvoiceEvents } from './invoice-events.js';
import { InvoicesController } from './invoices.controller.js';
import { InvoicesRepository } from './invoices.repository.js';
import { InvoicesService } from './invoices.service.js';
import { FreightBillingService } from './freight-billing.service.js';

@Module({
  imports: [CustomersModule, PdfModule, FreightRecordModule, QuotesModule],
  controllers: [InvoicesController],
  providers: [
    InvoiceAgingRepository,
    InvoiceOpeningService,
    InvoicePdfService,
    InvoicesRepository,
    InvoicesService,
    InvoiceEvents,
    FreightBillingService,
  ],
  exports: [InvoicePdfService, InvoicesService],
})
export class InvoicesModule {}
