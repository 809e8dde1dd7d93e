import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '../../platform/tenancy/page.js';
import { ManagesOwnTransaction } from '../../platform/http/contract/handler-options.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import {
  DeliveryListQuery,
  RecoverWebhookDto,
  WebhookDeliveryDto,
  WebhookRecoveryDto,
} from './deliveries.dto.js';
import { DeliveriesService } from './deliveries.service.js';

@ApiTags('Webhooks')
@Controller('webhooks/:id')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Post('test')
  @Operation({
    id: 'testWebhook',
    summary: 'Send a test event',
    description:
      'Queues one `webhook.test` delivery for this endpoint, regardless of its subscribed event types.',
    answer: { one: WebhookDeliveryDto },
    errors: ['resource_missing', 'webhook_inactive', 'webhook_secret_unreadable'],
  })
  test(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<WebhookDeliveryDto> {
    return this.deliveries.test(caller, id);
  }

  @Post('recover')
  @ManagesOwnTransaction()
  @Operation({
    id: 'recoverWebhook',
    summary: 'Recover missed events',
    description:
      'Resends each event that has a delivery created since a given time, if its latest delivery failed. Each event ' +
      'gets one new delivery with the same body and a new retry schedule. Pending and retrying deliveries are ' +
      'skipped, so you can safely repeat the request. `include: "all"` also resends delivered events. One request ' +
      'creates at most 10,000 deliveries: if `has_more` is true, send another request with `starting_after`.',
    answer: { one: WebhookRecoveryDto },
    errors: ['resource_missing', 'webhook_inactive'],
  })
  recover(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: RecoverWebhookDto,
  ): Promise<WebhookRecoveryDto> {
    return this.deliveries.recover(caller, id, body);
  }

  @Get('deliveries')
  @Operation({
    id: 'listWebhookDeliveries',
    summary: 'List deliveries',
    description: 'Lists the past and pending deliveries of the endpoint, newest first, with all attempts.',
    answer: { list: WebhookDeliveryDto },
    errors: ['resource_missing'],
  })
  list(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Query() query: DeliveryListQuery,
  ): Promise<Page<WebhookDeliveryDto>> {
    return this.deliveries.list(caller, id, query);
  }

  @Get('deliveries/:delivery_id')
  @Operation({
    id: 'getWebhookDelivery',
    summary: 'Retrieve a delivery',
    description: 'Returns one delivery with all attempts. Use it to see the result of a test or a resend.',
    answer: { one: WebhookDeliveryDto },
    errors: ['resource_missing'],
  })
  get(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Param('delivery_id', PathId) deliveryId: number,
  ): Promise<WebhookDeliveryDto> {
    return this.deliveries.get(caller, id, deliveryId);
  }

  @Post('deliveries/:delivery_id/resend')
  @Operation({
    id: 'resendWebhookDelivery',
    summary: 'Resend a delivery',
    description:
      'Creates a new delivery with the same event and body and a new retry schedule. The old delivery does not change.',
    answer: { one: WebhookDeliveryDto },
    errors: ['resource_missing', 'webhook_inactive'],
  })
  resend(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Param('delivery_id', PathId) deliveryId: number,
  ): Promise<WebhookDeliveryDto> {
    return this.deliveries.resend(caller, id, deliveryId);
  }
}
