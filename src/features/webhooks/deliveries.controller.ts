import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '../../platform/tenancy/page.js';
import { ManagesOwnTransaction } from '../../platform/http/contract/handler-options.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { DeliveryListQuery, WebhookDeliveryDto } from './deliveries.dto.js';
import { DeliveriesService } from './deliveries.service.js';
import { RecoverWebhookDto, WebhookRecoveryDto } from './recovery.dto.js';
import { WebhookRecoveryService } from './webhook-recovery.service.js';

@ApiTags('Webhooks')
@Controller('webhooks/:id')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly recovery: WebhookRecoveryService,
  ) {}

  @Post('test')
  @Operation({
    id: 'testWebhook',
    summary: 'Send a test event',
    description: 'Queues one `webhook.test` delivery to this endpoint only, whatever it subscribes to.',
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
    summary: 'Send again what was missed',
    description:
      'Makes new deliveries of the events since a time that the endpoint didn’t get: each event once, by the newest of ' +
      'its deliveries, with the same body and attempts of its own. What is still on its way is left alone, so asking ' +
      'again repeats nothing. `include: "all"` sends also what was delivered. At most 10,000 a request: `has_more` says ' +
      'that there is more to look at.',
    answer: { one: WebhookRecoveryDto },
    errors: ['resource_missing', 'webhook_inactive'],
  })
  recover(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: RecoverWebhookDto,
  ): Promise<WebhookRecoveryDto> {
    return this.recovery.recover(caller, id, body);
  }

  @Get('deliveries')
  @Operation({
    id: 'listWebhookDeliveries',
    summary: 'List deliveries',
    description: 'What was sent to the endpoint or is about to be, newest first, with every attempt.',
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
    summary: 'Get a delivery',
    description: 'One delivery with every attempt: what a resend or a test has come to.',
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
    summary: 'Send a delivery again',
    description:
      'Makes a new delivery of the same event with the same body. It is tried as often as any other; the old one stays as it is.',
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
