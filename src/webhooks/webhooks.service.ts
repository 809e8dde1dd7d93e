import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import type { Page } from '../http/list.js';
import { sql } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { ENDPOINT_TRANSITIONS, ROTATION_REQUIRED, type EndpointState } from './endpoint-states.js';
import { SigningSecrets } from './signing-secrets.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { WebhookUrls } from './webhook-url.js';
import { presentEndpoint } from './webhook.presenter.js';
import { WebhookWakeUps } from './webhook-wake-ups.js';
import type {
  CreatedWebhookEndpointDto,
  CreateWebhookDto,
  DeletedWebhookEndpointDto,
  UpdateWebhookDto,
  WebhookEndpointDto,
  WebhookListQuery,
  WebhookSecretDto,
} from './webhooks.dto.js';

/** The endpoints themselves; what is sent to them is the deliveries' business. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly transactions: Transactions,
    private readonly secrets: SigningSecrets,
    private readonly urls: WebhookUrls,
    private readonly wakeUps: WebhookWakeUps,
  ) {}

  /** The secret is in this answer and in no later one. @throws ApiError invalid_value on `url` */
  async create(tenant: Tenant, body: CreateWebhookDto): Promise<CreatedWebhookEndpointDto> {
    const { secret, stored } = this.secrets.create();
    const endpoint = await this.endpoints.insert(tenant, {
      url: this.urls.check(body.url),
      events: [...new Set(body.events)],
      description: body.description ?? null,
      ...stored,
    });
    return { ...this.present(endpoint), secret };
  }

  async list(tenant: Tenant, query: WebhookListQuery): Promise<Page<WebhookEndpointDto>> {
    return (await this.endpoints.page(tenant, query)).map((endpoint) => this.present(endpoint));
  }

  async get(tenant: Tenant, id: number): Promise<WebhookEndpointDto> {
    return this.present(await this.endpoints.get(tenant, id));
  }

  async update(tenant: Tenant, id: number, body: UpdateWebhookDto): Promise<WebhookEndpointDto> {
    const { url, events, active, description } = body;
    return this.transactions.run(async () => {
      const endpoint = await this.endpoints.lock(tenant, id);
      await this.endpoints.update(tenant, id, {
        ...(url !== undefined && { url: this.urls.check(url) }),
        ...(events !== undefined && { events: [...new Set(events)] }),
        ...(description !== undefined && { description }),
        ...(active !== undefined && switched(endpoint, active)),
        updatedAt: sql('now()'),
      });
      if (active) this.transactions.afterCommit(() => this.wakeUps.resumed(id));
      return this.present(await this.endpoints.get(tenant, id));
    });
  }

  /** Its deliveries go with it, and nothing is sent any more. */
  async delete(tenant: Tenant, id: number): Promise<DeletedWebhookEndpointDto> {
    return this.transactions.run(async () => {
      await this.endpoints.lock(tenant, id);
      await this.endpoints.delete(tenant, id);
      return { object: 'webhook_endpoint', id, deleted: true };
    });
  }

  /** How many endpoints the tenant has. */
  async count(tenant: Tenant): Promise<number> {
    return this.endpoints.count(tenant);
  }

  /** Every endpoint of the tenant with its deliveries: for the sandbox. */
  async deleteAll(tenant: Tenant): Promise<void> {
    return this.transactions.run(() => this.endpoints.deleteAll(tenant));
  }

  /** From now on every attempt is signed with a new secret. Clears the reason that asked for it and nothing else. */
  async rotateSecret(tenant: Tenant, id: number): Promise<WebhookSecretDto> {
    const { secret, stored } = this.secrets.create();
    return this.transactions.run(async () => {
      const { disabledReason } = await this.endpoints.lock(tenant, id);
      await this.endpoints.update(tenant, id, {
        ...stored,
        ...(disabledReason === ROTATION_REQUIRED && { disabledReason: null }),
        updatedAt: sql('now()'),
      });
      this.transactions.afterCommit(() => this.wakeUps.resumed(id));
      return { object: 'webhook_secret', endpoint_id: id, secret, secret_prefix: stored.secretPrefix };
    });
  }

  /** A secret that no key opens shows before the first delivery stumbles over it. */
  private present(endpoint: WebhookEndpoint): WebhookEndpointDto {
    const unreadable = endpoint.disabledReason === null && this.secrets.open(endpoint.sealedSecret) === null;
    return presentEndpoint(unreadable ? { ...endpoint, disabledReason: ROTATION_REQUIRED } : endpoint);
  }
}

/** What pausing or activating changes; nothing when the endpoint is already so. */
function switched(endpoint: WebhookEndpoint, active: boolean): Partial<WebhookEndpoint> {
  const next = ENDPOINT_TRANSITIONS.next(stateOf(endpoint), active ? 'activate' : 'pause');
  if (next === null) return {};
  if (next === 'inactive') return { active: false };
  return { active: true, disabledAt: null, disabledReason: null, consecutiveFailures: 0 };
}

function stateOf({ active, disabledAt }: WebhookEndpoint): EndpointState {
  if (active) return 'active';
  return disabledAt ? 'disabled' : 'inactive';
}
