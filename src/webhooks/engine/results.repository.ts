import { Injectable } from '@nestjs/common';
import { Config } from '../../config.js';
import { Transactions } from '../../database/transactions.js';
import { MailOutbox } from '../../mail/mail-outbox.js';
import { disabledMail } from '../disabled-mail.js';
import { RetrySchedule } from '../retry-schedule.js';
import type { Attempt } from '../webhook-delivery.entity.js';
import type { Claim } from './delivery-claims.js';
import { tally, type Tally } from './failure-tally.js';
import type { Outcome } from './outcome.js';

/** An attempt that has ended. */
export interface AttemptResult {
  claim: Claim;
  outcome: Outcome;
  /** When it began, milliseconds since 1970 by the database's clock. */
  beganMs: number;
}

/** The part of an endpoint that results change, locked. */
interface Endpoint {
  id: number;
  organizationId: number;
  url: string;
  active: boolean;
  consecutiveFailures: number;
}

/** Writes what became of attempts, of all tenants: each result only where its claim and attempt number still hold. */
@Injectable()
export class ResultsRepository {
  private readonly schedule: RetrySchedule;

  constructor(
    private readonly transactions: Transactions,
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
      const counted = results.filter(({ claim }) => written.has(claim.id));
      for (const endpoint of endpoints) await this.count(endpoint, counted);
    });
  }

  /** Those whose count of failures will change. */
  private async lockEndpoints(results: AttemptResult[]): Promise<Endpoint[]> {
    const failed = results.filter(({ outcome }) => outcome.error !== null);
    return this.transactions.prepared<Endpoint & { url: string }>({
      name: 'webhook_results_endpoints',
      text: `SELECT id, organization_id AS "organizationId", url, active,
               consecutive_failures AS "consecutiveFailures"
             FROM webhook_endpoints
             WHERE id = ANY ($1::bigint[]) AND (consecutive_failures > 0 OR id = ANY ($2::bigint[]))
             ORDER BY id FOR NO KEY UPDATE`,
      values: [endpointsOf(results), endpointsOf(failed)],
    });
  }

  /** The ids of the deliveries whose claim still held. */
  private async writeDeliveries(results: AttemptResult[]): Promise<Set<number>> {
    const rows = await this.transactions.prepared<{ id: number }>({
      name: 'webhook_results_write',
      text: `UPDATE webhook_deliveries d SET
               status = CASE WHEN r.delivered THEN 'delivered' WHEN r.delay_ms IS NULL THEN 'failed' ELSE 'retrying' END,
               next_attempt_at = now() + r.delay_ms * interval '1 millisecond',
               delivered_at = CASE WHEN r.delivered THEN now() END,
               attempt_count = r.attempt, attempts = d.attempts || r.record,
               lease_owner = NULL, lease_until = NULL, updated_at = now()
             FROM unnest($1::bigint[], $2::uuid[], $3::int[], $4::boolean[], $5::bigint[], $6::jsonb[])
               AS r (id, owner, attempt, delivered, delay_ms, record)
             WHERE d.id = r.id AND d.lease_owner = r.owner AND d.attempt_count = r.attempt - 1
             RETURNING d.id`,
      values: [
        results.map(({ claim }) => claim.id),
        results.map(({ claim }) => claim.owner),
        results.map(({ claim }) => claim.attempt),
        results.map(({ outcome }) => outcome.error === null),
        results.map((result) => this.delayAfter(result)),
        results.map((result) => JSON.stringify(recordOf(result))),
      ],
    });
    return new Set(rows.map(({ id }) => id));
  }

  private delayAfter({ claim, outcome }: AttemptResult): number | null {
    return outcome.error === null ? null : this.schedule.delayAfter(claim.attempt, outcome.retryAfterMs);
  }

  private async count(endpoint: Endpoint, results: AttemptResult[]): Promise<void> {
    const own = results.filter(({ claim }) => claim.endpointId === endpoint.id);
    if (own.length === 0) return;
    const result = tally(
      endpoint.consecutiveFailures,
      own.map(({ outcome }) => outcome),
    );
    if (endpoint.active && result.reason) await this.disable(endpoint, result, own.at(-1)!);
    else await this.setFailures(endpoint, result);
  }

  private async setFailures({ id }: Endpoint, { consecutiveFailures }: Tally): Promise<void> {
    await this.transactions.prepared({
      name: 'webhook_failures_set',
      text: 'UPDATE webhook_endpoints SET consecutive_failures = $2, updated_at = now() WHERE id = $1',
      values: [id, consecutiveFailures],
    });
  }

  private async disable(endpoint: Endpoint, { consecutiveFailures, reason }: Tally, last: AttemptResult) {
    await this.transactions.manager.query(
      `UPDATE webhook_endpoints
       SET active = false, disabled_at = now(), disabled_reason = $2, consecutive_failures = $3, updated_at = now()
       WHERE id = $1`,
      [endpoint.id, reason, consecutiveFailures],
    );
    await this.mails.toOwner(
      endpoint.organizationId,
      disabledMail({ ...endpoint, reason: reason!, lastMessage: last.outcome.message }),
    );
  }
}

function endpointsOf(results: AttemptResult[]): number[] {
  return [...new Set(results.map(({ claim }) => claim.endpointId))];
}

function recordOf({ claim, outcome, beganMs }: AttemptResult): Attempt {
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
