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
      'Makes the public page of the shipment, for its consignee: status, estimated delivery, the way so far and, if `pod` says ' +
      'so, the proof of delivery; no price, no reference, no name of yours but the letterhead’s. Who has the address needs no key. ' +
      '`notify` has mails written with the way to the page, each once: when the carrier has taken the shipment, when it is out for ' +
      'delivery, delivered, or held up. Whoever gets one can stop them. Where there is a page already, what the body says is ' +
      'changed and 200 answers. The page ends 90 days after the delivery.',
    answer: { one: TrackingLinkDto },
    creates: () => '',
    finds: 'The shipment has a page already: its link.',
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
    description: 'The public page of the shipment and who is told by mail; 404 as long as there is no page.',
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
    description:
      'The page is gone at once and nobody is told by mail any more. A link that is made later is another one.',
    answer: { one: RevokedTrackingLinkDto },
    errors: ['resource_missing'],
  })
  revoke(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<RevokedTrackingLinkDto> {
    return this.links.revoke(caller, id);
  }
}
