import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { TrackingDto } from './tracking.dto.js';
import { TrackingQueryService } from './tracking-query.service.js';

@ApiTags('Freight')
@Controller(['freight', 'shipments'])
export class FreightTrackingController {
  constructor(private readonly trackingQuery: TrackingQueryService) {}

  @Get(':id/tracking')
  @Operation({
    id: 'getFreightTracking',
    summary: 'Track a shipment',
    description:
      'Returns the tracking history of a shipment. Before pickup, the status is `pending` and `events` is empty.',
    answer: { one: TrackingDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<TrackingDto> {
    return this.trackingQuery.getByFreight(caller, id);
  }
}
