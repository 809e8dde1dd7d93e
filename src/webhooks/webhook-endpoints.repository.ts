import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import type { EventType } from '../events/event-types.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** What a delivery's body says of its endpoint. */
export interface Target {
  id: number;
  url: string;
}

@Injectable()
export class WebhookEndpointsRepository extends OwnedRepository<WebhookEndpoint> {
  constructor(transactions: Transactions) {
    super(transactions, WebhookEndpoint);
  }

  /** The active endpoints that subscribe to a type, or only the one with this id whatever it subscribes to. */
  async targets(tenant: Tenant, type: EventType, only: number | null): Promise<Target[]> {
    return this.transactions.prepared<Target>({
      name: 'webhook_targets',
      text: `SELECT id, url FROM webhook_endpoints
             WHERE organization_id = $1 AND mode = $2 AND active
               AND CASE WHEN $4::bigint IS NULL THEN $3 = ANY (events) ELSE id = $4 END`,
      values: [tenant.organizationId, tenant.mode, type, only],
    });
  }

  async count(tenant: Tenant): Promise<number> {
    const { organizationId, mode } = tenant;
    return this.transactions.manager.countBy(WebhookEndpoint, { organizationId, mode });
  }

  /** Endpoints of the tenant with their deliveries; locked in the order in which the workers lock them. */
  async deleteAll({ organizationId, mode }: Tenant): Promise<void> {
    const where = 'organization_id = $1 AND mode = $2';
    await this.transactions.manager.query(
      `SELECT id FROM webhook_endpoints WHERE ${where} ORDER BY id FOR UPDATE`,
      [organizationId, mode],
    );
    await this.transactions.manager.query(`DELETE FROM webhook_endpoints WHERE ${where}`, [
      organizationId,
      mode,
    ]);
  }
}
