import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { PdfModule } from '../../platform/pdf/pdf.module.js';
import { FreightRecordModule } from '../freight/record/freight-record.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { InvoiceAgingRepository } from './invoice-aging.repository.js';
import { InvoiceChargesService } from './invoice-charges.service.js';
import { InvoiceAdjustmentsService } from './invoice-adjustments.service.js';
import { InvoiceCreditsService } from './invoice-credits.service.js';
import { InvoiceOpeningService } from './invoice-opening.service.js';
import { InvoicePdfService } from './invoice-pdf.service.js';
import { InvoiceEvents } from './invoice-events.js';
import { InvoicesController } from './invoices.controller.js';
import { InvoicesRepository } from './invoices.repository.js';
import { InvoicesService } from './invoices.service.js';
import { FreightBillingService } from './freight-billing.service.js';
import { FreightInvoiceController } from './freight-invoice.controller.js';
import { ManualInvoicesService } from './manual-invoices.service.js';
import { StatementsController } from './statements.controller.js';
import { StatementsRepository } from './statements.repository.js';
import { StatementsService } from './statements.service.js';

@Module({
  imports: [CustomersModule, PdfModule, FreightRecordModule, QuotesModule],
  controllers: [FreightInvoiceController, InvoicesController, StatementsController],
  providers: [
    InvoiceAgingRepository,
    InvoiceChargesService,
    InvoiceAdjustmentsService,
    InvoiceCreditsService,
    InvoiceOpeningService,
    InvoicePdfService,
    InvoicesRepository,
    InvoicesService,
    InvoiceEvents,
    FreightBillingService,
    ManualInvoicesService,
    StatementsRepository,
    StatementsService,
  ],
  exports: [InvoicePdfService, InvoicesService],
})
export class InvoicesModule {}
