import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { MailOutbox } from '../../../platform/mail/mail-outbox.js';
import { disabledEndpoints } from '../../../platform/metrics.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { EventsService } from '../../events/events.service.js';
import { buildEndpointDisabledMail } from '../endpoint-disabled-mail.js';
import { DELIVERY_TRANSITIONS, type DeliveryStatus } from '../delivery-states.js';
import {
  DISABLED_REASONS,
  MAX_CONSECUTIVE_FAILURES,
  type DisablingTrigger,
  type FailurePolicy,
} from '../endpoint-states.js';
import { RetrySchedule } from '../retry-schedule.js';
import type { DeliveryAttempt } from '../webhook-delivery.entity.js';
import { toEndpointDto } from '../webhook.mapper.js';
import { webhookDisabled } from '../webhooks.events.js';
import { WebhookEndpointsRepository, type EndpointWithState } from '../webhook-endpoints.repository.js';
import type { DeliveryLease } from './delivery-leases.repository.js';
import type { AttemptOutcome } from './attempt-outcome.js';

const HTTP_GONE = 410;

/** A finished attempt. */
export interface AttemptResult {
  lease: DeliveryLease;
  outcome: AttemptOutcome;
  /** Start of the attempt in milliseconds since 1970, by the database's clock. */
  beganMs: number;
}

/** The columns of a locked endpoint that results change. */
interface LockedEndpoint extends Tenant, EndpointWithState {
  url: string;
  failurePolicy: FailurePolicy;
  consecutiveFailures: number;
  /** Milliseconds since 1970; null if no failure is counted. */
  outageCountedUntilMs: number | null;
}

interface FailureCount extends Pick<LockedEndpoint, 'consecutiveFailures' | 'outageCountedUntilMs'> {
  /** Null if the endpoint stays active. */
  disabledBy: DisablingTrigger | null;
}

/** Writes results of all tenants. */
@Injectable()
export class AttemptResultsRepository {
  private readonly logger = new Logger('Webhooks');
  private readonly schedule: RetrySchedule;

  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly mails: MailOutbox,
    private readonly events: EventsService,
    config: Config,
  ) {
    this.schedule = new RetrySchedule(config.webhooks.retryDelaysMs);
  }

  async write(results: AttemptResult[]): Promise<void> {
    await this.transactions.run(async () => {
      // Locks endpoints first and in id order, like the deletion of an endpoint: this prevents deadlocks.
      const endpoints = await this.lockEndpoints(results);
      const written = await this.writeDeliveries(results);
      const counted = results.filter(({ lease }) => written.has(lease.id));
      for (const endpoint of endpoints) await this.applyResults(endpoint, counted);
    });
  }

  /** Locks the endpoints whose failure count changes. */
  private async lockEndpoints(results: AttemptResult[]): Promise<LockedEndpoint[]> {
    const failed = results.filter(({ outcome }) => outcome.error !== null);
    return this.transactions.prepared<LockedEndpoint>({
      name: 'webhook_results_endpoints',
      text: `SELECT id, organization_id AS "organizationId", mode, url, active,
               disabled_at AS "disabledAt", failure_policy AS "failurePolicy",
               consecutive_failures AS "consecutiveFailures",
               (extract(epoch FROM outage_counted_until) * 1000)::float8 AS "outageCountedUntilMs"
             FROM webhook_endpoints
             WHERE id = ANY ($1::bigint[]) AND (consecutive_failures > 0 OR id = ANY ($2::bigint[]))
             ORDER BY id FOR NO KEY UPDATE`,
      values: [toEndpointIds(results), toEndpointIds(failed)],
    });
  }

  /** Returns the ids of the deliveries whose lease was still valid. */
  private async writeDeliveries(results: AttemptResult[]): Promise<Set<number>> {
    const delays = results.map(({ lease, outcome }) =>
      outcome.error === null ? null : this.schedule.delayAfter(lease.attempt, outcome.retryAfterMs),
    );
    const rows = await this.transactions.prepared<{ id: number }>({
      name: 'webhook_results_write',
      text: `UPDATE webhook_deliveries d SET
               status = r.status,
               next_attempt_at = now() + r.delay_ms * interval '1 millisecond',
               delivered_at = CASE WHEN r.status = 'delivered' THEN now() END,
               attempt_count = r.attempt, attempts = d.attempts || r.record,
               lease_owner = NULL, lease_until = NULL, updated_at = now()
             FROM unnest($1::bigint[], $2::uuid[], $3::int[], $4::text[], $5::bigint[], $6::jsonb[])
               AS r (id, owner, attempt, status, delay_ms, record)
             WHERE d.id = r.id AND d.lease_owner = r.owner AND d.attempt_count = r.attempt - 1
             RETURNING d.id`,
      values: [
        results.map(({ lease }) => lease.id),
        results.map(({ lease }) => lease.owner),
        results.map(({ lease }) => lease.attempt),
        delays.map((delayMs, index) => computeStatus(results[index]!, delayMs)),
        delays,
        results.map((result) => JSON.stringify(toDeliveryAttempt(result))),
      ],
    });
    return new Set(rows.map(({ id }) => id));
  }

  private async applyResults(endpoint: LockedEndpoint, results: AttemptResult[]): Promise<void> {
    const own = results.filter(({ lease }) => lease.endpointId === endpoint.id);
    if (own.length === 0) return;
    const { consecutiveFailures, outageCountedUntilMs, disabledBy } = this.countFailures(endpoint, own);
    if (!endpoint.active || !disabledBy) {
      await this.transactions.prepared({
        name: 'webhook_failures_set',
        text: `UPDATE webhook_endpoints SET consecutive_failures = $2,
                 outage_counted_until = to_timestamp($3::float8 / 1000), updated_at = now() WHERE id = $1`,
        values: [endpoint.id, consecutiveFailures, outageCountedUntilMs],
      });
      return;
    }
    const reason = DISABLED_REASONS[disabledBy];
    const changes = { disabledReason: reason, consecutiveFailures };
    await this.endpoints.transition(endpoint, endpoint, disabledBy, changes);
    await this.reportDisabled(endpoint, disabledBy);
    if (!(await this.claimOwnerNotice(endpoint))) return;
    const mail = buildEndpointDisabledMail({ ...endpoint, reason, lastMessage: own.at(-1)!.outcome.message });
    await this.mails.addForOwner(endpoint.organizationId, mail);
  }

  /** Applies results, in the order in which the attempts ended, to an endpoint's count of consecutive failures. */
  private countFailures(endpoint: LockedEndpoint, results: readonly AttemptResult[]): FailureCount {
    let { consecutiveFailures, outageCountedUntilMs } = endpoint;
    let disabledBy: DisablingTrigger | null = null;
    for (const { lease, outcome, beganMs } of results) {
      if (outcome.error === 'body_lost') continue;
      if (outcome.status === HTTP_GONE) disabledBy ??= 'gone';
      if (outcome.error === null) {
        [consecutiveFailures, outageCountedUntilMs] = [0, null];
        continue;
      }
      if (outageCountedUntilMs !== null && beganMs < outageCountedUntilMs) continue;
      consecutiveFailures++;
      if (endpoint.failurePolicy === 'outage') {
        const delayMs = this.schedule.delayAfter(lease.attempt, outcome.retryAfterMs) ?? 0;
        outageCountedUntilMs = beganMs + outcome.durationMs + delayMs;
      }
      if (consecutiveFailures >= MAX_CONSECUTIVE_FAILURES) disabledBy ??= 'exhaust';
    }
    return { consecutiveFailures, outageCountedUntilMs, disabledBy };
  }

  /** Publishes the event to the organization's other endpoints. Logs and counts after the commit. */
  private async reportDisabled(endpoint: LockedEndpoint, disabledBy: DisablingTrigger): Promise<void> {
    const { id, organizationId, mode } = endpoint;
    const row = toEndpointDto(await this.endpoints.get(endpoint, id));
    await this.events.publish(endpoint, webhookDisabled, {
      webhook_endpoint: { ...row, url: new URL(row.url).origin },
    });
    this.transactions.afterCommit(() => {
      disabledEndpoints.inc({ reason: disabledBy });
      this.logger.warn(
        `Disabled endpoint ${id} of organization ${organizationId} (${mode}): ${DISABLED_REASONS[disabledBy]}.`,
      );
    });
  }

  /** Returns true at most once an hour per endpoint, so that repeated activation does not flood the owner's mailbox. */
  private async claimOwnerNotice({ id }: LockedEndpoint): Promise<boolean> {
    const rows = await this.transactions.prepared({
      name: 'webhook_owner_told',
      text: `UPDATE webhook_endpoints SET owner_told_at = now()
             WHERE id = $1 AND (owner_told_at IS NULL OR owner_told_at <= now() - interval '1 hour') RETURNING id`,
      values: [id],
    });
    return rows.length > 0;
  }
}

function computeStatus({ lease, outcome }: AttemptResult, delayMs: number | null): DeliveryStatus {
  const before = lease.attempt === 1 ? 'pending' : 'retrying';
  if (outcome.error === null) return DELIVERY_TRANSITIONS.requireNext(before, 'success');
  return DELIVERY_TRANSITIONS.requireNext(before, delayMs === null ? 'last_failure' : 'failure');
}

function toEndpointIds(results: AttemptResult[]): number[] {
  return [...new Set(results.map(({ lease }) => lease.endpointId))];
}

function toDeliveryAttempt({ lease, outcome, beganMs }: AttemptResult): DeliveryAttempt {
  return {
    number: lease.attempt,
    at: new Date(beganMs).toISOString(),
    duration_ms: outcome.durationMs,
    response_status: outcome.status,
    response_body: outcome.body,
    error: outcome.error,
    error_message: outcome.message,
  };
}
