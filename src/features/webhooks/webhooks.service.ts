import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';
import { WakeUpNotifier } from '../../platform/jobs/wake-up-notifier.js';
import { assertCanSeeEvents } from '../events/event-access.js';
import type { Caller } from '../../platform/auth/caller.js';
import type { Page } from '../../platform/tenancy/page.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { DELIVERY_WAKE_UPS } from './delivery-outbox.js';
import { ENDPOINT_TRANSITIONS, ROTATION_REQUIRED } from './endpoint-states.js';
import { generateSecret } from './signature.js';
import { SigningSecretsService } from './signing-secrets.service.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { toEndpointState, WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { WebhookUrlValidator } from './webhook-url-validator.js';
import { toEndpointDto } from './webhook.mapper.js';
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

const HELD_BATCH_SIZE = 500;
const RESET_ON_ACTIVATION = { disabledReason: null, consecutiveFailures: 0, outageCountedUntil: null };

@Injectable()
export class WebhooksService {
  constructor(
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly transactions: Transactions,
    private readonly secrets: SigningSecretsService,
    private readonly urls: WebhookUrlValidator,
    private readonly wakeUps: WakeUpNotifier,
  ) {}

  /** Returns the signing secret, which no later response contains. @throws ApiError insufficient_scope, invalid_value on `url`, quota_exceeded */
  async create(caller: Caller, body: CreateWebhookDto): Promise<CreatedWebhookEndpointDto> {
    assertCanSeeEvents(caller, body.events, 'events');
    const secret = generateSecret();
    const values = {
      url: this.urls.validate(body.url),
      events: [...new Set(body.events)],
      failurePolicy: body.failure_policy ?? 'consecutive',
      description: body.description ?? null,
    };
    return this.transactions.run(async () => {
      const endpoint = await this.endpoints.add(caller, (id) => ({
        ...values,
        ...this.secrets.seal(secret, { ...caller, id }),
      }));
      await this.secrets.recordAudit(caller, 'webhook.created', endpoint, describeTarget(endpoint));
      return { ...this.toDto(endpoint), secret };
    });
  }

  async list(caller: Caller, query: WebhookListQuery): Promise<Page<WebhookEndpointDto>> {
    return (await this.endpoints.page(caller, query)).map((endpoint) =>
      hideUrl(caller, this.toDto(endpoint)),
    );
  }

  async get(caller: Caller, id: number): Promise<WebhookEndpointDto> {
    return hideUrl(caller, this.toDto(await this.endpoints.get(caller, id)));
  }

  /** Checks that the caller may read all events the endpoint is or was sent. @throws ApiError insufficient_scope */
  async assertCanAccess(caller: Caller, id: number): Promise<void> {
    assertCanSeeAllEvents(caller, await this.endpoints.get(caller, id));
  }

  /** @throws ApiError insufficient_scope, invalid_value on `url` */
  async update(caller: Caller, id: number, body: UpdateWebhookDto): Promise<WebhookEndpointDto> {
    const { url, events, active, description, failure_policy: failurePolicy } = body;
    return this.transactions.run(async () => {
      const endpoint = await this.lock(caller, id);
      assertCanSeeEvents(caller, events ?? [], 'events');
      const changed = await this.endpoints.change(caller, endpoint, {
        url: url === undefined || url === endpoint.url ? endpoint.url : this.urls.validate(url),
        ...(events && { events: [...new Set(events)], formerEvents: mergeFormerEvents(endpoint, events) }),
        description: description === undefined ? endpoint.description : description,
        failurePolicy: failurePolicy ?? endpoint.failurePolicy,
      });
      if (changed) await this.recordTargetChange(caller, endpoint, changed);
      const switched = active === undefined ? null : await this.setActive(caller, endpoint, active);
      if (active) this.transactions.afterCommit(() => this.wakeUps.send(DELIVERY_WAKE_UPS));
      return this.toDto(switched ?? changed ?? endpoint);
    });
  }

  /** Deletes the endpoint and its deliveries. */
  async delete(caller: Caller, id: number): Promise<DeletedWebhookEndpointDto> {
    return this.transactions.run(async () => {
      const endpoint = await this.lock(caller, id);
      await this.endpoints.delete(caller, id);
      await this.secrets.recordAudit(caller, 'webhook.deleted', endpoint, describeTarget(endpoint));
      return { object: 'webhook_endpoint', id, deleted: true };
    });
  }

  /**
   * Replaces the signing secret. During the overlap attempts are signed with both secrets. Resumes an endpoint that was held
   * for an unreadable secret, but not one that its owner paused.
   */
  async rotateSecret(
    caller: Caller,
    id: number,
    { overlap_seconds: overlap = 0 }: RotateWebhookSecretDto,
  ): Promise<WebhookSecretDto> {
    const secret = generateSecret();
    const stored = this.secrets.seal(secret, { ...caller, id });
    return this.transactions.run(async () => {
      const endpoint = await this.lock(caller, id);
      const { disabledReason, sealedSecret } = endpoint;
      const both = overlap > 0 && this.secrets.open(sealedSecret, endpoint) !== null;
      await this.endpoints.update(caller, id, {
        ...stored,
        sealedFormerSecret: both ? sealedSecret : null,
        formerSecretUntil: both ? sql(`now() + interval '${overlap} seconds'`) : null,
        ...(disabledReason === ROTATION_REQUIRED && { disabledReason: null }),
        updatedAt: sql('now()'),
      });
      await this.secrets.recordAudit(caller, 'webhook.secret_rotated', { id, ...stored });
      this.transactions.afterCommit(() => this.wakeUps.send(DELIVERY_WAKE_UPS));
      const until = both ? (await this.endpoints.get(caller, id)).formerSecretUntil : null;
      return {
        object: 'webhook_secret',
        endpoint_id: id,
        secret,
        secret_prefix: stored.secretPrefix,
        previous_expires_at: until?.toISOString() ?? null,
      };
    });
  }

  /**
   * Resumes endpoints of all tenants that were held for an unreadable secret and whose secret can be decrypted again. Runs at
   * startup too: the restart may have added the missing encryption key.
   */
  @PeriodicJob('30s', 'held endpoints', { atStart: true })
  async resumeHeld(): Promise<void> {
    for (let after = 0; ;) {
      const held = await this.endpoints.listHeld(after, HELD_BATCH_SIZE);
      for (const endpoint of held) {
        if (this.secrets.open(endpoint.sealedSecret, endpoint) === null) continue;
        await this.endpoints.resume(endpoint);
        this.wakeUps.send(DELIVERY_WAKE_UPS);
      }
      if (held.length < HELD_BATCH_SIZE) return;
      after = held.at(-1)!.id;
    }
  }

  /** Locks the endpoint for a change. @throws ApiError insufficient_scope */
  private async lock(caller: Caller, id: number): Promise<WebhookEndpoint> {
    const endpoint = await this.endpoints.lock(caller, id);
    assertCanSeeAllEvents(caller, endpoint);
    return endpoint;
  }

  /** Names the host only: the path or the query of a URL may be its password. */
  private async recordTargetChange(
    caller: Caller,
    before: WebhookEndpoint,
    after: WebhookEndpoint,
  ): Promise<void> {
    const [from, to] = [describeTarget(before), describeTarget(after)];
    if (before.url === after.url && `${from.events}` === `${to.events}`) return;
    await this.secrets.recordAudit(caller, 'webhook.updated', after, { from, to });
  }

  /** Pauses or activates the endpoint. Returns null if it already is in this state. */
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

  /** Reports an unreadable secret even before a delivery has failed to decrypt it. */
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

/** Leaves the origin of the URL to callers that cannot change it: the path or the query may be its password. */
function hideUrl({ scopes }: Caller, endpoint: WebhookEndpointDto): WebhookEndpointDto {
  if (scopes === null || scopes.includes('webhooks.write')) return endpoint;
  return { ...endpoint, url: new URL(endpoint.url).origin };
}

function describeTarget({ url, events }: WebhookEndpoint): { host: string; events: string[] } {
  return { host: new URL(url).host, events };
}

function mergeFormerEvents({ events, formerEvents }: WebhookEndpoint, next: string[]): string[] {
  return [...new Set([...formerEvents, ...events.filter((type) => !next.includes(type))])];
}
