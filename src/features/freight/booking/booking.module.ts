import { Module } from '@nestjs/common';
import { CarriersModule } from '../../carriers/carriers.module.js';
import { QuotesModule } from '../../quotes/quotes.module.js';
import { FreightDocumentsModule } from '../documents/freight-documents.module.js';
import { BolModule } from '../bol/bol.module.js';
import { FreightRecordModule } from '../record/freight-record.module.js';
import { TendersModule } from '../tenders/tenders.module.js';
import { BookFreightCommand } from './book-freight.command.js';
import { CarrierBookingService } from './carrier-booking.service.js';
import { BookingController } from './booking.controller.js';
import { ConnectionUsageService } from './connection-usage.service.js';
import { BookingMethodService } from './booking-method.service.js';
import { EdiBookingService } from './edi-booking.service.js';
import { BookingsRepository } from './bookings.repository.js';
import { CancelFreightCommand } from './cancel-freight.command.js';
import { BookingCarrierClient } from './booking-carrier-client.js';
import { ConfirmFreightCommand } from './confirm-freight.command.js';
import { MissedPickupsService } from './missed-pickups.service.js';
import { PickupRepricingService } from './pickup-repricing.service.js';
import { PickupController } from './pickup.controller.js';
import { CarrierCommandRunner } from './carrier-command-runner.js';
import { TenderOutcomeService } from './tender-outcome.service.js';
import { ChangePickupCommand } from './change-pickup.command.js';
import { BookingReconciliationService } from './booking-reconciliation.service.js';
import { BookingRecoveryService } from './booking-recovery.service.js';

/** Books, confirms, cancels and reschedules freight with its carrier. */
@Module({
  imports: [
    CarriersModule,
    FreightDocumentsModule,
    BolModule,
    QuotesModule,
    FreightRecordModule,
    TendersModule,
  ],
  controllers: [BookingController, PickupController],
  providers: [
    CarrierBookingService,
    ConnectionUsageService,
    CarrierCommandRunner,
    TenderOutcomeService,
    BookingRecoveryService,
    BookingsRepository,
    BookingMethodService,
    BookFreightCommand,
    CancelFreightCommand,
    BookingCarrierClient,
    ChangePickupCommand,
    ConfirmFreightCommand,
    EdiBookingService,
    MissedPickupsService,
    PickupRepricingService,
    BookingReconciliationService,
  ],
  exports: [
    CarrierBookingService,
    BookFreightCommand,
    CancelFreightCommand,
    ConfirmFreightCommand,
    EdiBookingService,
    TenderOutcomeService,
  ],
})
export class BookingModule {}
