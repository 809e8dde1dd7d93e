import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '../../platform/tenancy/page.js';
import { OptionalBody, AllowOverWriteQuota } from '../../platform/http/contract/handler-options.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import {
  CreatedWebhookEndpointDto,
  CreateWebhookDto,
  RotateWebhookSecretDto,
  DeletedWebhookEndpointDto,
  UpdateWebhookDto,
  WebhookEndpointDto,
  WebhookListQuery,
  WebhookSecretDto,
} from './webhooks.dto.js';
import { WebhooksService } from './webhooks.service.js';

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post()
  @Operation({
    id: 'createWebhook',
    summary: 'Create a webhook endpoint',
    description:
      'From now on the events named are sent to the URL. The answer holds the signing secret: it is shown this once. A key ' +
      'limited to scopes names events of resources that it may read, as `GET /events` shows them.',
    answer: { one: CreatedWebhookEndpointDto },
    creates: (answer) => String(answer.id),
    errors: ['quota_exceeded'],
  })
  create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateWebhookDto,
  ): Promise<CreatedWebhookEndpointDto> {
    return this.webhooks.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listWebhooks',
    summary: 'List webhook endpoints',
    description:
      'The endpoints of the organization in the mode of the key, newest first: active, inactive and ' +
      'disabled ones. Secrets are not shown again.',
    answer: { list: WebhookEndpointDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: WebhookListQuery): Promise<Page<WebhookEndpointDto>> {
    return this.webhooks.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getWebhook',
    summary: 'Retrieve a webhook endpoint',
    description:
      'One endpoint, without its secret. `consecutive_failures` counts the failed attempts since the last ' +
      'success; ten of them disable it, and `disabled_at` and `disabled_reason` say when and why.',
    answer: { one: WebhookEndpointDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<WebhookEndpointDto> {
    return this.webhooks.get(caller, id);
  }

  @Patch(':id')
  @Operation({
    id: 'updateWebhook',
    summary: 'Change a webhook endpoint',
    description:
      'Changes what is sent; the rest stays. `active: false` holds deliveries, `active: true` sends those that are due ' +
      'and clears `disabled_at`, `disabled_reason` and the count of failures. Only a key that may read all the events ' +
      'that the endpoint is or was sent changes it, deletes it, replaces its secret, or sees, resends and recovers deliveries.',
    answer: { one: WebhookEndpointDto },
    errors: ['resource_missing'],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: UpdateWebhookDto,
  ): Promise<WebhookEndpointDto> {
    return this.webhooks.update(caller, id, body);
  }

  @Delete(':id')
  @Operation({
    id: 'deleteWebhook',
    summary: 'Delete a webhook endpoint',
    description: 'Deletes the endpoint and its delivery history; nothing is sent to it any more.',
    answer: { one: DeletedWebhookEndpointDto },
    errors: ['resource_missing'],
  })
  delete(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
  ): Promise<DeletedWebhookEndpointDto> {
    return this.webhooks.delete(caller, id);
  }

  @Post(':id/rotate-secret')
  @OptionalBody()
  @AllowOverWriteQuota()
  @Operation({
    id: 'rotateWebhookSecret',
    summary: 'Replace the signing secret',
    description:
      'The old secret stops working at once, or signs beside the new one for `overlap_seconds`: each delivery then has a ' +
      'signature of both, and a receiver takes it when one of them is right. The new one is shown in this answer only: send an `Idempotency-Key`, so that ' +
      'a retried request answers the same secret.',
    answer: { one: WebhookSecretDto },
    errors: ['resource_missing'],
  })
  rotateSecret(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: RotateWebhookSecretDto,
  ): Promise<WebhookSecretDto> {
    return this.webhooks.rotateSecret(caller, id, body);
  }
}
