import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { OwnedRepository, sql, type Changes, type NewRow } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { ENDPOINT_TRANSITIONS, type EndpointState, type EndpointTrigger } from './endpoint-states.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** The columns of an endpoint that make its state. */
type StateColumn = 'active' | 'disabledAt';
export type EndpointWithState = Pick<WebhookEndpoint, 'id' | StateColumn>;

const COLUMNS_BY_STATE: Record<EndpointState, Pick<Changes<WebhookEndpoint>, StateColumn>> = {
  active: { active: true, disabledAt: null },
  inactive: { active: false, disabledAt: null },
  disabled: { active: false, disabledAt: sql('now()') },
};

@Injectable()
export class WebhookEndpointsRepository extends OwnedRepository<WebhookEndpoint, StateColumn> {
  constructor(
    transactions: Transactions,
    private readonly quotas: QuotasService,
  ) {
    super(transactions, WebhookEndpoint);
    quotas.registerCounter('webhook_endpoints', (organizationId) => this.countByOrganization(organizationId));
  }

  /** One more, as long as the quota lasts. @throws ApiError quota_exceeded */
  async add(tenant: Tenant, compose: (id: number) => NewRow<WebhookEndpoint>): Promise<WebhookEndpoint> {
    return this.transactions.run(async () => {
      await this.oneByOne(tenant);
      await this.quotas.check('webhook_endpoints', tenant);
      const id = await this.reserveId();
      return this.insert(tenant, { ...compose(id), id });
    });
  }

  /** Of both modes. */
  private async countByOrganization(organizationId: number): Promise<number> {
    const [row] = await this.transactions.prepared<{ count: number }>({
      name: 'webhook_endpoints_count',
      text: `SELECT count(*)::int AS count FROM webhook_endpoints WHERE organization_id = $1`,
      values: [organizationId],
    });
    return row!.count;
  }

  /** Whether an active endpoint subscribes to a type, or whether the one with this id is active. */
  async hasActiveEndpoint(tenant: Tenant, type: string, only: number | null): Promise<boolean> {
    // In the order of its index: the planner then reads the tenant's endpoints, not the table.
    const found = await this.transactions.prepared({
      name: 'webhook_any_for',
      text: `SELECT id FROM webhook_endpoints
             WHERE organization_id = $1 AND mode = $2 AND active
               AND CASE WHEN $4::bigint IS NULL THEN $3 = ANY (events) ELSE id = $4 END
             ORDER BY created_at, id LIMIT 1`,
      values: [tenant.organizationId, tenant.mode, type, only],
    });
    return found.length > 0;
  }

  /** The one way to another state: by a row of the table. @throws Error when the table has no such row */
  async transition(
    tenant: Tenant,
    endpoint: EndpointWithState,
    trigger: EndpointTrigger,
    values: Changes<WebhookEndpoint, StateColumn> = {},
  ): Promise<void> {
    const state = ENDPOINT_TRANSITIONS.requireNext(toEndpointState(endpoint), trigger);
    await this.write(tenant, endpoint.id, { ...values, ...COLUMNS_BY_STATE[state], updatedAt: sql('now()') });
  }
}

export function toEndpointState({ active, disabledAt }: EndpointWithState): EndpointState {
  if (active) return 'active';
  return disabledAt ? 'disabled' : 'inactive';
}
