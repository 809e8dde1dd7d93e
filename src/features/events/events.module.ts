import { Global, Module } from '@nestjs/common';
import { EventRetentionService } from './event-retention.service.js';
import { EventRecordsService } from './event-records.service.js';
import { EventsController } from './events.controller.js';
import { EventsJobs } from './events.jobs.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';

@Global()
@Module({
  controllers: [EventsController],
  providers: [EventRecordsService, EventRetentionService, EventsJobs, EventsRepository, EventsService],
  exports: [EventRetentionService, EventsService],
})
export class EventsModule {}
