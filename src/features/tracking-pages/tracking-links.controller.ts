import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Existing } from '../../platform/http/contract/handler-results.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { OptionalBody } from '../../platform/http/contract/handler-options.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { RevokedTrackingLinkDto, ShareTrackingDto, TrackingLinkDto } from './tracking-pages.dto.js';
import { TrackingLinksService } from './tracking-links.service.js';

@ApiTags('Freight')
@Controller('freight/:id/tracking-link')
export class TrackingLinksController {
  constructor(private readonly links: TrackingLinksService) {}

  @Post()
  @OptionalBody()
  @Operation({
    id: 'createTrackingLink',
    summary: 'Share tracking',
    description:
      'Creates the public tracking page of the shipment for its consignee: status, estimated delivery, tracking ' +
      'history and, with `pod`, the proof of delivery. The page shows no prices and no references. Anyone with its ' +
      'URL can see it. Each recipient in `notify` gets one email per status (booked, out for delivery, delivered, ' +
      'delayed) and can unsubscribe. If the page already exists, the request changes its settings and returns 200. ' +
      'The page expires 90 days after the delivery (or after its own creation if that is later), or 365 days after its ' +
      'creation if the shipment is not delivered.',
    answer: { one: TrackingLinkDto },
    creates: () => '',
    finds: 'The link of the existing page.',
    errors: ['resource_missing', 'conflicting_values'],
  })
  share(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: ShareTrackingDto,
  ): Promise<TrackingLinkDto | Existing<TrackingLinkDto>> {
    return this.links.share(caller, id, body);
  }

  @Get()
  @Operation({
    id: 'getTrackingLink',
    summary: 'Retrieve a tracking link',
    description: 'Returns the public page of the shipment and its email recipients, or 404 if there is none.',
    answer: { one: TrackingLinkDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<TrackingLinkDto> {
    return this.links.get(caller, id);
  }

  @Delete()
  @Operation({
    id: 'deleteTrackingLink',
    summary: 'Revoke a tracking link',
    description: 'Removes the page at once and stops its emails. A new link has a different URL.',
    answer: { one: RevokedTrackingLinkDto },
    errors: ['resource_missing'],
  })
  revoke(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<RevokedTrackingLinkDto> {
    return this.links.revoke(caller, id);
  }
}
