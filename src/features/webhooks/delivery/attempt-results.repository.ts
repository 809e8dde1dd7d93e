import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { MailOutbox } from '../../../platform/mail/mail-outbox.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { buildEndpointDisabledMail } from '../endpoint-disabled-mail.js';
import { DELIVERY_TRANSITIONS, type DeliveryStatus } from '../delivery-states.js';
import { DISABLED_REASONS, type DisablingTrigger } from '../endpoint-states.js';
import { RetrySchedule } from '../retry-schedule.js';
import type { DeliveryAttempt } from '../webhook-delivery.entity.js';
import { WebhookEndpointsRepository, type EndpointWithState } from '../webhook-endpoints.repository.js';
import type { DeliveryLease } from './delivery-leases.repository.js';
import { countConsecutiveFailures, type FailureCount } from './consecutive-failures.js';
import type { AttemptOutcome } from './attempt-outcome.js';

/** An attempt that has ended. */
export interface AttemptResult {
  lease: DeliveryLease;
  outcome: AttemptOutcome;
  /** When it began, milliseconds since 1970 by the database's clock. */
  beganMs: number;
}

/** The part of an endpoint that results change, locked. */
interface LockedEndpoint extends Tenant, EndpointWithState {
  url: string;
  consecutiveFailures: number;
}

/** Writes what became of attempts, of all tenants: each result only where its claim and attempt number still hold. */
@Injectable()
export class AttemptResultsRepository {
  private readonly schedule: RetrySchedule;

  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly mails: MailOutbox,
    config: Config,
  ) {
    this.schedule = new RetrySchedule(config.webhooks.retryDelaysMs);
  }

  async write(results: AttemptResult[]): Promise<void> {
    await this.transactions.run(async () => {
      // Endpoints first and in order: the order in which deleting one takes its locks.
      const endpoints = await this.lockEndpoints(results);
      const written = await this.writeDeliveries(results);
      const counted = results.filter(({ lease: claim }) => written.has(claim.id));
      for (const endpoint of endpoints) await this.applyResults(endpoint, counted);
    });
  }

  /** Those whose count of failures will change. */
  private async lockEndpoints(results: AttemptResult[]): Promise<LockedEndpoint[]> {
    const failed = results.filter(({ outcome }) => outcome.error !== null);
    return this.transactions.prepared<LockedEndpoint>({
      name: 'webhook_results_endpoints',
      text: `SELECT id, organization_id AS "organizationId", mode, url, active,
               disabled_at AS "disabledAt", consecutive_failures AS "consecutiveFailures"
             FROM webhook_endpoints
             WHERE id = ANY ($1::bigint[]) AND (consecutive_failures > 0 OR id = ANY ($2::bigint[]))
             ORDER BY id FOR NO KEY UPDATE`,
      values: [toEndpointIds(results), toEndpointIds(failed)],
    });
  }

  /** The ids of the deliveries whose claim still held. */
  private async writeDeliveries(results: AttemptResult[]): Promise<Set<number>> {
    const delays = results.map((result) => this.computeRetryDelay(result));
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
        results.map(({ lease: claim }) => claim.id),
        results.map(({ lease: claim }) => claim.owner),
        results.map(({ lease: claim }) => claim.attempt),
        delays.map((delayMs, index) => computeStatus(results[index]!, delayMs)),
        delays,
        results.map((result) => JSON.stringify(toDeliveryAttempt(result))),
      ],
    });
    return new Set(rows.map(({ id }) => id));
  }

  private computeRetryDelay({ lease: claim, outcome }: AttemptResult): number | null {
    return outcome.error === null ? null : this.schedule.delayAfter(claim.attempt, outcome.retryAfterMs);
  }

  private async applyResults(endpoint: LockedEndpoint, results: AttemptResult[]): Promise<void> {
    const own = results.filter(({ lease: claim }) => claim.endpointId === endpoint.id);
    if (own.length === 0) return;
    const result = countConsecutiveFailures(
      endpoint.consecutiveFailures,
      own.map(({ outcome }) => outcome),
    );
    if (endpoint.active && result.disabledBy)
      await this.disable(endpoint, result.disabledBy, result, own.at(-1)!);
    else await this.setFailures(endpoint, result);
  }

  private async setFailures({ id }: LockedEndpoint, { consecutiveFailures }: FailureCount): Promise<void> {
    await this.transactions.prepared({
      name: 'webhook_failures_set',
      text: 'UPDATE webhook_endpoints SET consecutive_failures = $2, updated_at = now() WHERE id = $1',
      values: [id, consecutiveFailures],
    });
  }

  private async disable(
    endpoint: LockedEndpoint,
    disabledBy: DisablingTrigger,
    { consecutiveFailures }: FailureCount,
    last: AttemptResult,
  ): Promise<void> {
    const reason = DISABLED_REASONS[disabledBy];
    await this.endpoints.transition(endpoint, endpoint, disabledBy, {
      disabledReason: reason,
      consecutiveFailures,
    });
    if (!(await this.claimOwnerNotice(endpoint))) return;
    await this.mails.addForOwner(
      endpoint.organizationId,
      buildEndpointDisabledMail({ ...endpoint, reason, lastMessage: last.outcome.message }),
    );
  }

  /** One that is switched on again and again fills nobody's mailbox: a mail an hour. */
  private async claimOwnerNotice({ id }: LockedEndpoint): Promise<boolean> {
    const told = await this.transactions.prepared({
      name: 'webhook_owner_told',
      text: `UPDATE webhook_endpoints SET owner_told_at = now()
             WHERE id = $1 AND (owner_told_at IS NULL OR owner_told_at <= now() - interval '1 hour') RETURNING id`,
      values: [id],
    });
    return told.length > 0;
  }
}

/** The one way to another status of a delivery: by a row of the table. */
function computeStatus({ lease: claim, outcome }: AttemptResult, delayMs: number | null): DeliveryStatus {
  const before = claim.attempt === 1 ? 'pending' : 'retrying';
  if (outcome.error === null) return DELIVERY_TRANSITIONS.requireNext(before, 'success');
  return DELIVERY_TRANSITIONS.requireNext(before, delayMs === null ? 'last_failure' : 'failure');
}

function toEndpointIds(results: AttemptResult[]): number[] {
  return [...new Set(results.map(({ lease: claim }) => claim.endpointId))];
}

function toDeliveryAttempt({ lease: claim, outcome, beganMs }: AttemptResult): DeliveryAttempt {
  return {
    number: claim.attempt,
    at: new Date(beganMs).toISOString(),
    duration_ms: outcome.durationMs,
    response_status: outcome.status,
    response_body: outcome.body,
    error: outcome.error,
    error_message: outcome.message,
  };
}
