import { Module } from '@nestjs/common';
import { BillsModule } from '../bills/bills.module.js';
import { CarriersModule } from '../carriers/carriers.module.js';
import { BookingModule } from '../freight/booking/booking.module.js';
import { FreightRecordModule } from '../freight/record/freight-record.module.js';
import { TrackingModule } from '../tracking/tracking.module.js';
import { AcknowledgmentDeadlinesService } from './acknowledgment-deadlines.service.js';
import { ApplyAcknowledgmentCommand } from './apply-acknowledgment.command.js';
import { ApplyDocumentService } from './apply-document.service.js';
import { ApplyInvoiceCommand } from './apply-invoice.command.js';
import { ApplyShipmentStatusCommand } from './apply-shipment-status.command.js';
import { ApplyTenderResponseCommand } from './apply-tender-response.command.js';
import { DocumentCommandsService } from './document-commands.service.js';
import { EdiAcknowledgmentsService } from './edi-acknowledgments.service.js';
import { EdiDocumentsRepository } from './edi-documents.repository.js';
import { EdiEventsService } from './edi-events.service.js';
import { EdiInterchangesController } from './edi-interchanges.controller.js';
import { EdiInterchangesRepository } from './edi-interchanges.repository.js';
import { EdiInterchangesService } from './edi-interchanges.service.js';
import { EdiPartnersController } from './edi-partners.controller.js';
import { EdiPartnersRepository } from './edi-partners.repository.js';
import { EdiPartnersService } from './edi-partners.service.js';
import { EdiOutboxService } from './edi-outbox.service.js';
import { EdiTendersService } from './edi-tenders.service.js';
import { FindEdiShipmentService } from './find-edi-shipment.service.js';
import { ProcessInterchangeCommand } from './process-interchange.command.js';
import { ReceiveInterchangeCommand } from './receive-interchange.command.js';

/** Receives EDI documents (X12) of carriers and acknowledges them, and tenders shipments by EDI. */
@Module({
  imports: [BillsModule, BookingModule, CarriersModule, FreightRecordModule, TrackingModule],
  controllers: [EdiPartnersController, EdiInterchangesController],
  providers: [
    AcknowledgmentDeadlinesService,
    ApplyAcknowledgmentCommand,
    ApplyDocumentService,
    ApplyInvoiceCommand,
    ApplyShipmentStatusCommand,
    ApplyTenderResponseCommand,
    DocumentCommandsService,
    EdiAcknowledgmentsService,
    EdiDocumentsRepository,
    EdiEventsService,
    EdiInterchangesRepository,
    EdiInterchangesService,
    EdiPartnersRepository,
    EdiPartnersService,
    EdiOutboxService,
    EdiTendersService,
    FindEdiShipmentService,
    ProcessInterchangeCommand,
    ReceiveInterchangeCommand,
  ],
})
export class EdiModule {}
