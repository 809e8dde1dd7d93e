import { Injectable, type OnModuleInit } from '@nestjs/common';
import { WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { testOf, webhookTest } from '../../webhooks/webhooks.events.js';
import { TestRows } from '../test-rows.js';
import { Simulations } from './simulations.js';

@Injectable()
export class WebhookSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: TestRows,
  ) {}

  /** Of several endpoints the newest that is active. */
  onModuleInit(): void {
    this.simulations.add(webhookTest, {
      find: (tenant, { endpoint_id: id }) => this.rows.pick(WebhookEndpoint, tenant, id, { active: true }),
      show: (_tenant, { id }) => testOf(id),
    });
  }
}
