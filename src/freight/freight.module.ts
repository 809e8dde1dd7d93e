import { Module } from '@nestjs/common';
import { CarriersModule } from '../carriers/carriers.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { BolService } from './bol.service.js';
import { BolsReader } from './bols-reader.service.js';
import { BookingIntents } from './booking-intents.service.js';
import { BookingJobs } from './booking.jobs.js';
import { BookingRecovery } from './booking-recovery.service.js';
import { BookingService } from './booking.service.js';
import { BookingStart } from './booking-start.service.js';
import { BookingsRepository } from './bookings.repository.js';
import { CancellationService } from './cancellation.service.js';
import { CancellationStart } from './cancellation-start.service.js';
import { CancelsService } from './cancels.service.js';
import { CarrierCalls } from './carrier-calls.js';
import { ConfirmationService } from './confirmation.service.js';
import { BookingController } from './booking.controller.js';
import { FreightController } from './freight.controller.js';
import { FreightOutcomes } from './freight-outcomes.service.js';
import { FreightRepository } from './freight.repository.js';
import { FreightService } from './freight.service.js';
import { FreightTransitions } from './freight-transitions.js';
import { InstantBooking } from './instant-booking.service.js';
import { TendersService } from './tenders.service.js';

@Module({
  imports: [CarriersModule, CustomersModule, DocumentsModule, QuotesModule],
  controllers: [FreightController, BookingController],
  providers: [
    BolService,
    BolsReader,
    BookingIntents,
    BookingJobs,
    BookingRecovery,
    BookingsRepository,
    BookingService,
    BookingStart,
    CancellationService,
    CancellationStart,
    CancelsService,
    CarrierCalls,
    ConfirmationService,
    FreightOutcomes,
    FreightRepository,
    FreightService,
    FreightTransitions,
    InstantBooking,
    TendersService,
  ],
  exports: [
    BolService,
    BookingService,
    CancellationService,
    FreightOutcomes,
    FreightRepository,
    FreightTransitions,
    InstantBooking,
  ],
})
export class FreightModule {}
