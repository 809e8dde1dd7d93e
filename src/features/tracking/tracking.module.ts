import { Module } from '@nestjs/common';
import { CarriersModule } from '../carriers/carriers.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { BookingModule } from '../freight/booking/booking.module.js';
import { ShipmentModule } from '../freight/record/shipment.module.js';
import { FreightFollower } from './freight-follower.service.js';
import { FreightTrackingController } from './freight-tracking.controller.js';
import { FreightTracking } from './freight-tracking.service.js';
import { NamedCarriers } from './named-carriers.js';
import { TrackedShipmentsRepository } from './tracked-shipments.repository.js';
import { TrackedShipmentsService } from './tracked-shipments.service.js';
import { TrackingChecks } from './tracking-checks.service.js';
import { TrackingController } from './tracking.controller.js';
import { TrackingJobs } from './tracking.jobs.js';
import { TrackingReader } from './tracking-reader.service.js';
import { TrackingRefresh } from './tracking-refresh.service.js';
import { TrackingRetention } from './tracking-retention.service.js';
import { TrackingScansRepository } from './tracking-scans.repository.js';
import { TrackingService } from './tracking.service.js';

@Module({
  imports: [CarriersModule, CustomersModule, BookingModule, ShipmentModule],
  controllers: [TrackingController, FreightTrackingController],
  providers: [
    FreightFollower,
    FreightTracking,
    NamedCarriers,
    TrackedShipmentsRepository,
    TrackedShipmentsService,
    TrackingChecks,
    TrackingJobs,
    TrackingReader,
    TrackingRefresh,
    TrackingRetention,
    TrackingScansRepository,
    TrackingService,
  ],
  exports: [TrackingReader, TrackingService],
})
export class TrackingModule {}
