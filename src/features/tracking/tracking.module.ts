import { Module } from '@nestjs/common';
import { CarriersModule } from '../carriers/carriers.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { BookingModule } from '../freight/booking/booking.module.js';
import { FreightDocumentsModule } from '../freight/documents/freight-documents.module.js';
import { FreightRecordModule } from '../freight/record/freight-record.module.js';
import { FreightProgressService } from './freight-progress.service.js';
import { FreightScansController } from './freight-scans.controller.js';
import { FreightTrackingController } from './freight-tracking.controller.js';
import { FreightTrackingService } from './freight-tracking.service.js';
import { CarrierLookupService } from './carrier-lookup.service.js';
import { ManualScansService } from './manual-scans.service.js';
import { ScanImportService } from './scan-import.service.js';
import { ScansController } from './scans.controller.js';
import { TrackedShipmentsRepository } from './tracked-shipments.repository.js';
import { TrackedShipmentsService } from './tracked-shipments.service.js';
import { TrackingChecksService } from './tracking-checks.service.js';
import { TrackingController } from './tracking.controller.js';
import { TrackingQueryService } from './tracking-query.service.js';
import { TrackingRefreshService } from './tracking-refresh.service.js';
import { TrackingScansRepository } from './tracking-scans.repository.js';
import { TrackingService } from './tracking.service.js';

@Module({
  imports: [CarriersModule, CustomersModule, BookingModule, FreightDocumentsModule, FreightRecordModule],
  controllers: [TrackingController, FreightTrackingController, FreightScansController, ScansController],
  providers: [
    FreightProgressService,
    FreightTrackingService,
    CarrierLookupService,
    ManualScansService,
    ScanImportService,
    TrackedShipmentsRepository,
    TrackedShipmentsService,
    TrackingChecksService,
    TrackingQueryService,
    TrackingRefreshService,
    TrackingScansRepository,
    TrackingService,
  ],
  exports: [TrackingQueryService, TrackingService],
})
export class TrackingModule {}
