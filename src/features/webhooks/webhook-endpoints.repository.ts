import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { listMatchingPatterns } from '../events/event-patterns.js';
import { OwnedRepository, sql, type Changes, type NewRow } from '../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import {
  ENDPOINT_TRANSITIONS,
  ROTATION_REQUIRED,
  type EndpointState,
  type EndpointTrigger,
} from './endpoint-states.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

type StateColumn = 'active' | 'disabledAt';
export type EndpointWithState = Pick<WebhookEndpoint, 'id' | StateColumn>;

export type HeldEndpoint = OwnedId & Pick<WebhookEndpoint, 'sealedSecret'>;

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

  /** Inserts the endpoint that `compose` returns for the new id. @throws ApiError quota_exceeded */
  async add(tenant: Tenant, compose: (id: number) => NewRow<WebhookEndpoint>): Promise<WebhookEndpoint> {
    return this.transactions.run(async () => {
      await this.oneByOne(tenant);
      await this.quotas.check('webhook_endpoints', tenant);
      const id = await this.reserveId();
      return this.insert(tenant, { ...compose(id), id });
    });
  }

  /** Counts both modes. */
  private async countByOrganization(organizationId: number): Promise<number> {
    const [row] = await this.transactions.prepared<{ count: number }>({
      name: 'webhook_endpoints_count',
      text: `SELECT count(*)::int AS count FROM webhook_endpoints WHERE organization_id = $1`,
      values: [organizationId],
    });
    return row!.count;
  }

  /** Tests if an active endpoint subscribes to the type or, with `only`, if that endpoint is active. */
  async hasActiveEndpoint(tenant: Tenant, type: string, only: number | null): Promise<boolean> {
    // The order of an index makes the planner read the tenant's endpoints, not the whole table.
    const found = await this.transactions.prepared({
      name: 'webhook_any_for',
      text: `SELECT id FROM webhook_endpoints
             WHERE organization_id = $1 AND mode = $2 AND active
               AND CASE WHEN $4::bigint IS NULL THEN events && $3::text[] ELSE id = $4 END
             ORDER BY created_at, id LIMIT 1`,
      values: [tenant.organizationId, tenant.mode, listMatchingPatterns(type), only],
    });
    return found.length > 0;
  }

  /** Lists up to `limit` endpoints of all tenants that are held for an unreadable secret, by id. */
  listHeld(after: number, limit: number): Promise<HeldEndpoint[]> {
    return this.transactions.manager.query<HeldEndpoint[]>(
      `SELECT id, organization_id AS "organizationId", mode, sealed_secret AS "sealedSecret" FROM webhook_endpoints
       WHERE disabled_reason = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [ROTATION_REQUIRED, after, limit],
    );
  }

  /** Clears the hold unless the secret has changed. An endpoint that its owner paused stays paused. */
  async resume({ id, sealedSecret }: HeldEndpoint): Promise<void> {
    await this.transactions.manager.query(
      `UPDATE webhook_endpoints SET disabled_reason = NULL, updated_at = now()
       WHERE id = $1 AND sealed_secret = $2 AND disabled_reason = $3`,
      [id, sealedSecret, ROTATION_REQUIRED],
    );
  }

  /** Deletes previous secrets whose overlap has ended, for all tenants. */
  @PeriodicJob('10m', 'former signing secrets')
  async clearFormerSecrets(): Promise<void> {
    await this.transactions.manager.query(
      `UPDATE webhook_endpoints SET sealed_former_secret = NULL, former_secret_until = NULL
       WHERE former_secret_until <= now()`,
    );
  }

  /** The only way to change the state. @throws Error if the state table has no such transition */
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
