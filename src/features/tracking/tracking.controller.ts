import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ManagesOwnTransaction } from '../../platform/http/contract/handler-options.js';
import type { Existing } from '../../platform/http/contract/handler-results.js';
import type { Page } from '../../platform/tenancy/page.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { TrackedShipmentsService } from './tracked-shipments.service.js';
import {
  StartTrackingDto,
  StoppedTrackingDto,
  TrackedShipmentDto,
  TrackingListQuery,
} from './tracking.dto.js';
import { TrackingQueryService } from './tracking-query.service.js';
import { TrackingRefreshService } from './tracking-refresh.service.js';

@ApiTags('Tracking')
@Controller('tracking')
export class TrackingController {
  constructor(
    private readonly tracked: TrackedShipmentsService,
    private readonly trackingQuery: TrackingQueryService,
    private readonly refreshes: TrackingRefreshService,
  ) {}

  @Post()
  @Operation({
    id: 'startTracking',
    summary: 'Track a number',
    description:
      'Starts tracking a PRO number or another tracking number of any carrier. If the number is already tracked, the request returns ' +
      '200 with the existing record. PRO numbers of booked shipments are tracked automatically.',
    answer: { one: TrackedShipmentDto },
    creates: (answer) => encodeURIComponent(answer.tracking_number as string),
    finds: 'The record of the number that is already tracked.',
    errors: ['unknown_reference', 'tracking_carrier_conflict', 'quota_exceeded'],
  })
  start(
    @CurrentCaller() caller: Caller,
    @Body() body: StartTrackingDto,
  ): Promise<TrackedShipmentDto | Existing<TrackedShipmentDto>> {
    return this.tracked.start(caller, body);
  }

  @Get()
  @Operation({
    id: 'listTracking',
    summary: 'List tracked numbers',
    description: 'Lists tracked numbers, newest first, including those of shipments.',
    answer: { list: TrackedShipmentDto },
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: TrackingListQuery,
  ): Promise<Page<TrackedShipmentDto>> {
    return this.trackingQuery.list(caller, query);
  }

  @Get(':tracking_number')
  @Operation({
    id: 'getTracking',
    summary: 'Retrieve a tracked number',
    description: 'Returns the current state of the number. Spaces, dashes and case are ignored.',
    answer: { one: TrackedShipmentDto },
    errors: ['resource_missing'],
  })
  get(
    @CurrentCaller() caller: Caller,
    @Param('tracking_number') trackingNumber: string,
  ): Promise<TrackedShipmentDto> {
    return this.trackingQuery.get(caller, trackingNumber);
  }

  @Post(':tracking_number/refresh')
  @ManagesOwnTransaction()
  @Operation({
    id: 'refreshTracking',
    summary: 'Refresh a tracked number',
    description:
      'Requests the current state from the carrier. If the carrier does not respond, the request returns the stored ' +
      'state with `stale: true` and an unchanged `last_checked_at`.',
    answer: { one: TrackedShipmentDto },
    errors: ['resource_missing'],
  })
  refresh(
    @CurrentCaller() caller: Caller,
    @Param('tracking_number') trackingNumber: string,
  ): Promise<TrackedShipmentDto> {
    return this.refreshes.refresh(caller, trackingNumber);
  }

  @Delete(':tracking_number')
  @Operation({
    id: 'stopTracking',
    summary: 'Stop tracking a number',
    description:
      'Stops tracking a number. The tracking of a booked shipment stays available on the shipment.',
    answer: { one: StoppedTrackingDto },
    errors: ['resource_missing'],
  })
  stop(
    @CurrentCaller() caller: Caller,
    @Param('tracking_number') trackingNumber: string,
  ): Promise<StoppedTrackingDto> {
    return this.tracked.stop(caller, trackingNumber);
  }
}
