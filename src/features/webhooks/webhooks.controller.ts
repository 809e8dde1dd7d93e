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
      'Sends future events of the listed types to the URL. Store the signing secret: only this response contains it. An ' +
      'API key with scopes can subscribe only to events of resources that it may read.',
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
      'Lists all endpoints of the organization in the mode of the API key, newest first. Responses never contain the ' +
      'signing secrets.',
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
      'Returns one endpoint without its secret. `consecutive_failures` is the number of failures since the last ' +
      'success, as `failure_policy` counts them. At ten, the service disables the endpoint. `disabled_at` and ' +
      '`disabled_reason` then show when and why.',
    answer: { one: WebhookEndpointDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<WebhookEndpointDto> {
    return this.webhooks.get(caller, id);
  }

  @Patch(':id')
  @Operation({
    id: 'updateWebhook',
    summary: 'Update a webhook endpoint',
    description:
      'Updates the fields in the request. `active: false` holds deliveries. `active: true` sends the held deliveries ' +
      'and clears `disabled_at`, `disabled_reason` and `consecutive_failures`. An API key needs read access to ' +
      'every event type that the endpoint receives or has received. The same applies to deleting the endpoint, rotating ' +
      'its secret, and reading or resending its deliveries.',
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
    description: 'Deletes the endpoint, its delivery history and its pending deliveries.',
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
    summary: 'Rotate the signing secret',
    description:
      'Replaces the signing secret at once. With `overlap_seconds`, deliveries are signed with both secrets for that many seconds, ' +
      'so a receiver can verify either signature. Only this response contains the new secret: send an `Idempotency-Key`, ' +
      'so that a retried request returns the same secret.',
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
