import { Module } from '@nestjs/common';
import { BolModule } from './bol/bol.module.js';
import { BookingModule } from './booking/booking.module.js';
import { CarrierDocumentsModule } from './carrier-documents/carrier-documents.module.js';
import { FreightDocumentsModule } from './documents/freight-documents.module.js';
import { FreightRecordModule } from './record/freight-record.module.js';
import { TenderPageModule } from './tender-page/tender-page.module.js';
import { TendersModule } from './tenders/tenders.module.js';

/** Composes the parts of the freight resource. Other features import the one part that they need. */
@Module({
  imports: [
    FreightRecordModule,
    BolModule,
    CarrierDocumentsModule,
    FreightDocumentsModule,
    TendersModule,
    BookingModule,
    TenderPageModule,
  ],
})
export class FreightModule {}
