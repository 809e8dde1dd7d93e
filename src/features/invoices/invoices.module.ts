import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { DocumentsModule } from '../../platform/pdf/documents.module.js';
import { ShipmentModule } from '../freight/record/shipment.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { InvoiceAdjuster } from './invoice-adjuster.service.js';
import { InvoiceAging } from './invoice-aging.service.js';
import { InvoiceLineItemsRepository } from './invoice-line-items.repository.js';
import { InvoicePaymentsRepository } from './invoice-payments.repository.js';
import { InvoiceOpener } from './invoice-opener.service.js';
import { InvoicePdfService } from './invoice-pdf.service.js';
import { InvoiceTeller } from './invoice-teller.service.js';
import { InvoicesController } from './invoices.controller.js';
import { InvoicesJobs } from './invoices.jobs.js';
import { InvoicesRepository } from './invoices.repository.js';
import { InvoicesService } from './invoices.service.js';
import { ShipmentBilling } from './shipment-billing.service.js';

@Module({
  imports: [CustomersModule, DocumentsModule, ShipmentModule, QuotesModule],
  controllers: [InvoicesController],
  providers: [
    InvoiceAdjuster,
    InvoiceAging,
    InvoiceLineItemsRepository,
    InvoiceOpener,
    InvoicePaymentsRepository,
    InvoicePdfService,
    InvoicesJobs,
    InvoicesRepository,
    InvoicesService,
    InvoiceTeller,
    ShipmentBilling,
  ],
  exports: [InvoicePdfService, InvoicesService],
})
export class InvoicesModule {}
