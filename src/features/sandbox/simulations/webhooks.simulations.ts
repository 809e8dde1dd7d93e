import { Injectable, type OnModuleInit } from '@nestjs/common';
import { WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { buildTestData, webhookTest } from '../../webhooks/webhooks.events.js';
import { SandboxRepositories } from '../sandbox-repositories.js';
import { Simulations } from './simulations.js';

@Injectable()
export class WebhookSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: SandboxRepositories,
  ) {}

  /** Of several endpoints the newest that is active. */
  onModuleInit(): void {
    this.simulations.add(webhookTest, {
      find: (tenant, { endpoint_id: id }) =>
        this.rows.findOrNewest(WebhookEndpoint, tenant, id, { active: true }),
      show: (_tenant, { id }) => buildTestData(id),
    });
  }
}
