import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Scope } from '../../platform/auth/scopes.js';
import { Operation } from '../../platform/http/contract/operation.js';
import type { Page } from '../../platform/tenancy/page.js';
import { EventTypesService } from './event-types.service.js';
import { EventTypeDetailsDto } from './events.dto.js';

@ApiTags('Events')
@Controller('event-types')
export class EventTypesController {
  constructor(private readonly types: EventTypesService) {}

  @Get()
  @Scope('events.read')
  @Operation({
    id: 'listEventTypes',
    summary: 'List event types',
    description: 'Returns every event type, sorted by name, with the JSON Schema of its `data` and a sample.',
    answer: { list: EventTypeDetailsDto },
  })
  list(): Page<EventTypeDetailsDto> {
    return this.types.list();
  }
}
