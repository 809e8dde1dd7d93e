import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { assertCanSeeEvents } from '../events/event-access.js';
import type { Caller } from '../../platform/auth/caller.js';
import type { Page } from '../../platform/tenancy/page.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { ENDPOINT_TRANSITIONS, ROTATION_REQUIRED } from './endpoint-states.js';
import { generateSecret } from './signature.js';
import { SigningSecretsService } from './signing-secrets.service.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { toEndpointState, WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { WebhookUrlValidator } from './webhook-url-validator.js';
import { toEndpointDto } from './webhook.mapper.js';
import { WebhookWakeUpNotifier } from './webhook-wake-up-notifier.js';
import type {
  CreatedWebhookEndpointDto,
  CreateWebhookDto,
  RotateWebhookSecretDto,
  DeletedWebhookEndpointDto,
  UpdateWebhookDto,
  WebhookEndpointDto,
  WebhookListQuery,
  WebhookSecretDto,
} from './webhooks.dto.js';

/** What an endpoint that its owner activates again has forgotten. */
const RESET_ON_ACTIVATION = { disabledReason: null, consecutiveFailures: 0 };

/** The endpoints themselves; what is sent to them is the deliveries' business. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly transactions: Transactions,
    private readonly secrets: SigningSecretsService,
    private readonly urls: WebhookUrlValidator,
    private readonly wakeUps: WebhookWakeUpNotifier,
  ) {}

  /** The secret is in this answer and in no later one. @throws ApiError insufficient_scope, invalid_value on `url`, quota_exceeded */
  async create(tenant: Caller, body: CreateWebhookDto): Promise<CreatedWebhookEndpointDto> {
    assertCanSeeEvents(tenant, body.events, 'events');
    const secret = generateSecret();
    const values = {
      url: this.urls.validate(body.url),
      events: [...new Set(body.events)],
      description: body.description ?? null,
    };
    return this.transactions.run(async () => {
      const endpoint = await this.endpoints.add(tenant, (id) => ({
        ...values,
        ...this.secrets.seal(secret, { ...tenant, id }),
      }));
      await this.secrets.recordAudit(tenant, 'webhook.created', endpoint);
      return { ...this.toDto(endpoint), secret };
    });
  }

  async list(tenant: Tenant, query: WebhookListQuery): Promise<Page<WebhookEndpointDto>> {
    return (await this.endpoints.page(tenant, query)).map((endpoint) => this.toDto(endpoint));
  }

  async get(tenant: Tenant, id: number): Promise<WebhookEndpointDto> {
    return this.toDto(await this.endpoints.get(tenant, id));
  }

  /** Who may read all that an endpoint is or was sent may change it and look into its deliveries. @throws ApiError insufficient_scope */
  async assertCanAccess(caller: Caller, id: number): Promise<void> {
    assertCanSeeAllEvents(caller, await this.endpoints.get(caller, id));
  }

  /** @throws ApiError insufficient_scope, invalid_value on `url` */
  async update(tenant: Caller, id: number, body: UpdateWebhookDto): Promise<WebhookEndpointDto> {
    const { url, events, active, description } = body;
    return this.transactions.run(async () => {
      const endpoint = await this.lock(tenant, id);
      assertCanSeeEvents(tenant, events ?? [], 'events');
      const changed = await this.endpoints.change(tenant, endpoint, {
        url: url === undefined || url === endpoint.url ? endpoint.url : this.urls.validate(url),
        ...(events && { events: [...new Set(events)], formerEvents: mergeFormerEvents(endpoint, events) }),
        description: description === undefined ? endpoint.description : description,
      });
      const turned = active === undefined ? null : await this.setActive(tenant, endpoint, active);
      if (active) this.transactions.afterCommit(() => this.wakeUps.notifyResumed(id));
      return this.toDto(turned ?? changed ?? endpoint);
    });
  }

  /** Its deliveries go with it, and nothing is sent any more. */
  async delete(tenant: Caller, id: number): Promise<DeletedWebhookEndpointDto> {
    return this.transactions.run(async () => {
      const endpoint = await this.lock(tenant, id);
      await this.endpoints.delete(tenant, id);
      await this.secrets.recordAudit(tenant, 'webhook.deleted', endpoint);
      return { object: 'webhook_endpoint', id, deleted: true };
    });
  }

  /**
   * From now on every attempt is signed with a new secret, and with the one before for as long as both are to sign. Clears
   * the reason that asked for it and nothing else.
   */
  async rotateSecret(
    tenant: Caller,
    id: number,
    { overlap_seconds: overlap = 0 }: RotateWebhookSecretDto,
  ): Promise<WebhookSecretDto> {
    const secret = generateSecret();
    const stored = this.secrets.seal(secret, { ...tenant, id });
    return this.transactions.run(async () => {
      const endpoint = await this.lock(tenant, id);
      const { disabledReason, sealedSecret } = endpoint;
      const both = overlap > 0 && this.secrets.open(sealedSecret, endpoint) !== null;
      await this.endpoints.update(tenant, id, {
        ...stored,
        sealedFormerSecret: both ? sealedSecret : null,
        formerSecretUntil: both ? sql(`now() + interval '${overlap} seconds'`) : null,
        ...(disabledReason === ROTATION_REQUIRED && { disabledReason: null }),
        updatedAt: sql('now()'),
      });
      await this.secrets.recordAudit(tenant, 'webhook.secret_rotated', { id, ...stored });
      this.transactions.afterCommit(() => this.wakeUps.notifyResumed(id));
      const until = both ? (await this.endpoints.get(tenant, id)).formerSecretUntil : null;
      return {
        object: 'webhook_secret',
        endpoint_id: id,
        secret,
        secret_prefix: stored.secretPrefix,
        previous_expires_at: until?.toISOString() ?? null,
      };
    });
  }

  /** To change it. @throws ApiError insufficient_scope */
  private async lock(caller: Caller, id: number): Promise<WebhookEndpoint> {
    const endpoint = await this.endpoints.lock(caller, id);
    assertCanSeeAllEvents(caller, endpoint);
    return endpoint;
  }

  /** Pauses or activates; null, and nothing is written, when the endpoint is so already. */
  private async setActive(
    tenant: Tenant,
    endpoint: WebhookEndpoint,
    active: boolean,
  ): Promise<WebhookEndpoint | null> {
    const trigger = active ? 'activate' : 'pause';
    if (ENDPOINT_TRANSITIONS.next(toEndpointState(endpoint), trigger) === null) return null;
    await this.endpoints.transition(tenant, endpoint, trigger, active ? RESET_ON_ACTIVATION : {});
    return this.endpoints.get(tenant, endpoint.id);
  }

  /** A secret that no key opens shows before the first delivery stumbles over it. */
  private toDto(endpoint: WebhookEndpoint): WebhookEndpointDto {
    const unreadable =
      endpoint.disabledReason === null && this.secrets.open(endpoint.sealedSecret, endpoint) === null;
    return toEndpointDto(unreadable ? { ...endpoint, disabledReason: ROTATION_REQUIRED } : endpoint);
  }
}

/** @throws ApiError insufficient_scope */
function assertCanSeeAllEvents(caller: Caller, { events, formerEvents }: WebhookEndpoint): void {
  assertCanSeeEvents(caller, [...events, ...formerEvents]);
}

function mergeFormerEvents({ events, formerEvents }: WebhookEndpoint, next: string[]): string[] {
  return [...new Set([...formerEvents, ...events.filter((type) => !next.includes(type))])];
}
