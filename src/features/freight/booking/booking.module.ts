import { Module } from '@nestjs/common';
import { CarriersModule } from '../../carriers/carriers.module.js';
import { QuotesModule } from '../../quotes/quotes.module.js';
import { FreightDocumentsModule } from '../documents/freight-documents.module.js';
import { PapersModule } from '../bol/papers.module.js';
import { ShipmentModule } from '../record/shipment.module.js';
import { TendersModule } from '../tenders/tenders.module.js';
import { BookShipment } from './book.js';
import { Booked } from './booked.js';
import { BookingController } from './booking.controller.js';
import { BookingJobs } from './booking.jobs.js';
import { BookedConnections } from './booked-connections.js';
import { BookingPapers } from './booking-papers.js';
import { BookingWays } from './booking-ways.js';
import { BookingsRepository } from './bookings.repository.js';
import { CancelShipment } from './cancel.js';
import { CarrierCalls } from './carrier-calls.js';
import { ConfirmShipment } from './confirm.js';
import { MissedPickups } from './missed-pickups.js';
import { PickupController } from './pickup.controller.js';
import { ChangePickup } from './pickup.js';
import { ReconcileBookings } from './reconcile.js';
import { BookingRecovery } from './recovery.js';

/** What is done about a shipment with its carrier, one command a file. */
@Module({
  imports: [
    CarriersModule,
    FreightDocumentsModule,
    PapersModule,
    QuotesModule,
    ShipmentModule,
    TendersModule,
  ],
  controllers: [BookingController, PickupController],
  providers: [
    Booked,
    BookedConnections,
    BookingJobs,
    BookingPapers,
    BookingRecovery,
    BookingsRepository,
    BookingWays,
    BookShipment,
    CancelShipment,
    CarrierCalls,
    ChangePickup,
    ConfirmShipment,
    MissedPickups,
    ReconcileBookings,
  ],
  exports: [Booked, BookShipment, CancelShipment, ConfirmShipment],
})
export class BookingModule {}
