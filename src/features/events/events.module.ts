import { Global, Module } from '@nestjs/common';
import { EventRetention } from './event-retention.service.js';
import { EventRecords } from './event-records.service.js';
import { EventsController } from './events.controller.js';
import { EventsJobs } from './events.jobs.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';

@Global()
@Module({
  controllers: [EventsController],
  providers: [EventRecords, EventRetention, EventsJobs, EventsRepository, EventsService],
  exports: [EventRetention, EventsService],
})
export class EventsModule {}
