import { Global, Module } from '@nestjs/common';
import { EventRecordsService } from './event-records.service.js';
import { EventTypesController } from './event-types.controller.js';
import { EventTypesService } from './event-types.service.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';

@Global()
@Module({
  controllers: [EventsController, EventTypesController],
  providers: [EventRecordsService, EventTypesService, EventsRepository, EventsService],
  exports: [EventTypesService, EventsService],
})
export class EventsModule {}
