import { Global, Module } from '@nestjs/common';
import { EventRecordsService } from './event-records.service.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';

@Global()
@Module({
  controllers: [EventsController],
  providers: [EventRecordsService, EventsRepository, EventsService],
  exports: [EventsService],
})
export class EventsModule {}
