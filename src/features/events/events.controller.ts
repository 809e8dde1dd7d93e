import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/contract/operation.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import type { Page } from '../../platform/tenancy/page.js';
import { EventRecordsService } from './event-records.service.js';
import { EventListQuery, EventRecordDto } from './events.dto.js';

@ApiTags('Events')
@Controller('events')
export class EventsController {
  constructor(private readonly events: EventRecordsService) {}

  @Get()
  @Operation({
    id: 'listEvents',
    summary: 'List events',
    description:
      'What happened, newest first, whether or not a webhook endpoint was there to hear of it, for as long as events ' +
      'are kept (90 days, `EVENT_RETENTION`). Each is what webhooks are sent, without `webhook`: that names the ' +
      'endpoint of a delivery. A key limited to scopes sees the events of resources that it may read.',
    answer: { list: EventRecordDto },
    errors: ['unknown_reference'],
  })
  list(@CurrentCaller() caller: Caller, @Query() query: EventListQuery): Promise<Page<EventRecordDto>> {
    return this.events.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getEvent',
    summary: 'Retrieve an event',
    description:
      'One event, by the id that its deliveries carry: what a receiver missed or wants to be sure of.',
    answer: { one: EventRecordDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<EventRecordDto> {
    return this.events.get(caller, id);
  }
}
