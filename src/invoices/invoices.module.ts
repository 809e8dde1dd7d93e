import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { FreightModule } from '../freight/freight.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { InvoiceLineItemsRepository } from './invoice-line-items.repository.js';
import { InvoiceOpener } from './invoice-opener.service.js';
import { InvoicePdfService } from './invoice-pdf.service.js';
import { InvoicesController } from './invoices.controller.js';
import { InvoicesJobs } from './invoices.jobs.js';
import { InvoicesRepository } from './invoices.repository.js';
import { InvoicesService } from './invoices.service.js';
import { ShipmentBilling } from './shipment-billing.service.js';

@Module({
  imports: [CustomersModule, DocumentsModule, FreightModule, QuotesModule],
  controllers: [InvoicesController],
  providers: [
    InvoiceLineItemsRepository,
    InvoiceOpener,
    InvoicePdfService,
    InvoicesJobs,
    InvoicesRepository,
    InvoicesService,
    ShipmentBilling,
  ],
  exports: [InvoicesRepository, InvoicesService],
})
export class InvoicesModule {}
