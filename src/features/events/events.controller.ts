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
      'Lists events of the last 90 days (`EVENT_RETENTION`), newest first, whether or not a webhook endpoint received ' +
      'them. An event has the fields of a webhook delivery except `webhook`, which identifies the endpoint. An API key with ' +
      'scopes sees only events of resources that it may read.',
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
      'Returns one event by the id in its webhook deliveries. Use it to fetch a missed event or to verify a received one.',
    answer: { one: EventRecordDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<EventRecordDto> {
    return this.events.get(caller, id);
  }
}
