/**
 * # Webhook delivery engine
 *
 * Sends events to webhook endpoints, at least once, in processes whose `PROCESS_ROLE` is `all` or `worker`. The database
 * holds the only durable state. Every worker can stop at any moment, and another worker continues.
 *
 * ## Entities
 *
 * - `webhook_endpoints`: one receiver URL of a tenant, its signing secret and its count of consecutive failures.
 * - `webhook_deliveries`: one event for one endpoint. `status` moves from `pending` through `retrying` to `delivered` or
 *   `failed`. `next_attempt_at` says when an open delivery is due. Publishing an event inserts its deliveries in the
 *   publisher's transaction.
 * - `webhook_bodies`: the part of the request body that all deliveries of one event share. A delivery stores only the rest,
 *   which names its endpoint. Both are frozen at publication, so every attempt sends the same bytes.
 *
 * ## Tasks
 *
 * 1. `DeliveryWorker` runs rounds in a `Sweeper`. A wake-up starts a round at once. Without a wake-up a round starts after
 *    20 ms to 1 s, depending on the last round. A busy worker first waits up to 3 ms, so idle workers claim new work.
 * 2. `DeliveryLeasesRepository.claim()` leases due deliveries in one statement with `FOR UPDATE SKIP LOCKED`.
 * 3. `RoundRobinQueue` starts 8 attempts per turn of the event loop, one tenant after the other.
 * 4. `AttemptRunner` signs the body and `WebhookClient` posts it. The client connects only to an address that
 *    `ReceiverAddressResolver` has checked. It follows no redirect, uses no proxy and has one deadline (`WEBHOOK_TIMEOUT`).
 * 5. `AttemptResultWriter` collects results for 4 ms and writes up to 256 in one transaction.
 *
 * ## Leases
 *
 * A lease lasts `WEBHOOK_TIMEOUT` plus 5 s, so it outlives the attempt. All times come from the database's clock. A result is
 * written only if the delivery still has this lease and this attempt number, so a worker that lost its lease changes nothing.
 * A stopping worker waits up to 12 s for its attempts and then releases the remaining leases.
 *
 * ## Concurrency limits (per process)
 *
 * - 200 slots (`SLOTS`). A slot is free again when the result is stored, so a crash repeats at most 200 attempts.
 * - Per endpoint (`EndpointConcurrency`): a window of 16 that grows by 1 with each answer within 1 s, up to 160. A slower
 *   answer halves it, down to 4. Slow endpoints of one tenant share at most 50 slots.
 * - Per tenant (`TenantConcurrency`): with n active tenants each gets 200 / (n + 1) slots. The spare share is reserved for a
 *   newly active tenant. Tenants whose endpoints answer within 100 ms may borrow half of it.
 * - Per claim (`ClaimCursor`): at most 100 tenants and 100 endpoints of one tenant. The next claim continues after them, so
 *   the cost of a claim does not grow with the number of tenants or endpoints.
 *
 * ## Partitions
 *
 * `webhook_deliveries` is partitioned by id. `FirstOpenPartition` finds the first partition with an open delivery, at most
 * once a second. The claim statement contains that id as a literal, so PostgreSQL neither plans nor opens older partitions.
 * Retention drops a partition when all its deliveries have ended and are older than `EVENT_RETENTION`.
 *
 * ## Retries and failures
 *
 * - `WEBHOOK_RETRY_DELAYS` (0s, 1m, 5m, 30m, 2h, 12h, 24h) sets the wait before each attempt, and so the number of attempts.
 *   `Retry-After` of a 429 or 503 can lengthen a wait, to 24 hours at most.
 * - Only a 2xx status within the deadline counts as delivered.
 * - Ten consecutive failed attempts of an endpoint, or one 410, disable the endpoint. Its owner gets at most one email an
 *   hour. Deliveries of an inactive endpoint stay due and continue after reactivation.
 * - Worker crash: leases expire and another worker repeats the attempt with the same number. It uses up no retry.
 * - Database outage: results stay in memory and are written later. Claims stop meanwhile, so nothing is sent twice.
 * - A result that the database rejects is written without the receiver's response. A batch is bisected to find it.
 * - Unreadable signing secret: the endpoint is held (`ROTATION_REQUIRED`) and its lease released. `WebhooksService` continues
 *   the endpoint when the secret can be decrypted again.
 * - Lost body: every attempt fails with `body_lost`, logs an error and counts no failure against the endpoint.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { MAX_SLEEP_MS, Sweeper } from '../../../platform/jobs/sweeper.js';
import { WakeUpNotifier } from '../../../platform/jobs/wake-up-notifier.js';
import { withSpan } from '../../../platform/tracing/spans.js';
import { DELIVERY_WAKE_UPS } from '../delivery-outbox.js';
import { AttemptResultWriter } from './attempt-result-writer.js';
import { AttemptRunner, computeDatabaseNow } from './attempt-runner.js';
import { DeliveryLeasesRepository, type DeliveryLease } from './delivery-leases.repository.js';
import { ClaimCursor } from './claim-cursor.js';
import { EndpointConcurrency, SLOTS } from './endpoint-concurrency.js';
import type { AttemptOutcome } from './attempt-outcome.js';
import { RoundRobinQueue } from './round-robin-queue.js';
import { TenantConcurrency } from './tenant-concurrency.js';

/** The pause after a round that found work: the same endpoints may have more. */
const BUSY_PAUSE_MS = 20;
const MAX_BATCH_DELAY_MS = 3;
const SHUTDOWN_TIMEOUT_MS = 12_000;
const SHUTDOWN_POLL_MS = 20;

@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Webhooks');
  private readonly isWorker: boolean;
  private readonly sweeper = new Sweeper(
    'Webhooks',
    () => this.claimAndStart(),
    () => (MAX_BATCH_DELAY_MS * this.endpointConcurrency.inFlight) / SLOTS,
  );
  private readonly endpointConcurrency = new EndpointConcurrency();
  private readonly tenantConcurrency = new TenantConcurrency();
  private readonly cursor = new ClaimCursor();
  private readonly inFlight = new Set<DeliveryLease>();
  private readonly startQueue = new RoundRobinQueue<DeliveryLease>((lease) => {
    this.attempt(lease).catch((error: unknown) => this.handleError(lease, error));
  });
  /** True if a limit stopped the last round: the end of any attempt may then allow another claim. */
  private isSaturated = false;

  constructor(
    config: Config,
    private readonly leases: DeliveryLeasesRepository,
    private readonly runner: AttemptRunner,
    private readonly results: AttemptResultWriter,
    private readonly wakeUps: WakeUpNotifier,
  ) {
    this.isWorker = config.role !== 'api';
  }

  onApplicationBootstrap(): void {
    if (!this.isWorker) return;
    this.wakeUps.listen(DELIVERY_WAKE_UPS, () => this.sweeper.wake());
    this.sweeper.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeper.stop();
    const end = performance.now() + SHUTDOWN_TIMEOUT_MS;
    while (this.inFlight.size > 0 && performance.now() < end) await sleep(SHUTDOWN_POLL_MS);
    await this.leases.release([...this.inFlight]).catch(() => undefined);
  }

  /** Runs one round. Returns the milliseconds until the next one. */
  private async claimAndStart(): Promise<number> {
    const { freeSlots } = this.endpointConcurrency;
    this.isSaturated = true;
    if (freeSlots === 0 || this.results.isStuck) return MAX_SLEEP_MS;
    const leases = await this.leases.claim(
      freeSlots,
      this.tenantConcurrency.computeCapacity(),
      this.endpointConcurrency.computeCapacity(),
      this.cursor,
    );
    for (const lease of leases) {
      this.inFlight.add(lease);
      this.endpointConcurrency.start(lease.endpointId, lease.organizationId);
      this.tenantConcurrency.start(lease.organizationId);
    }
    this.isSaturated =
      leases.length === freeSlots ||
      this.endpointConcurrency.isSaturated ||
      this.tenantConcurrency.isSaturated;
    this.startQueue.add(leases);
    if (leases.length === 0 && !this.cursor.isUnfinished) return this.leases.findMsToNextDue();
    return leases.length < freeSlots ? BUSY_PAUSE_MS : MAX_SLEEP_MS;
  }

  private async attempt(lease: DeliveryLease): Promise<void> {
    const beganMs = computeDatabaseNow(lease);
    const outcome = await this.send(lease);
    if (outcome) this.results.add({ lease, outcome, beganMs }, () => this.finish(lease, outcome));
    else await this.holdEndpoint(lease);
  }

  /** The span has the receiver's host name only: the path of its URL may be a credential. */
  private send(lease: DeliveryLease): Promise<AttemptOutcome | null> {
    const { traceparent: parent, eventId, endpointId, organizationId, attempt } = lease;
    const attributes = {
      'http.request.method': 'POST',
      'server.address': URL.parse(lease.url)?.hostname,
      'lading.event_id': eventId,
      'lading.endpoint_id': endpointId,
      'lading.organization_id': organizationId,
      'lading.attempt': attempt,
    };
    return withSpan('deliver', { kind: 'client', attributes, parent }, async (span) => {
      const outcome = await this.runner.run(lease);
      span.setAttributes({ 'http.response.status_code': outcome?.status ?? undefined });
      if (outcome?.error) span.fail(outcome.error);
      return outcome;
    });
  }

  /** Handles an internal error: another attempt follows when the lease has expired. */
  private handleError(lease: DeliveryLease, error: unknown): void {
    this.logger.error(error);
    this.finish(lease);
  }

  private finish(lease: DeliveryLease, outcome?: AttemptOutcome): void {
    this.inFlight.delete(lease);
    this.endpointConcurrency.end(lease.endpointId, outcome?.durationMs);
    this.tenantConcurrency.end(lease.organizationId, outcome?.durationMs);
    // A failed delivery may be due again soon.
    if (this.isSaturated || outcome?.error !== null) this.sweeper.wake();
  }

  /** Holds an endpoint whose secret cannot be decrypted. If this fails, the lease expires and the next attempt repeats it. */
  private async holdEndpoint(lease: DeliveryLease): Promise<void> {
    await this.leases.holdUntilRotation(lease).catch(() => undefined);
    await this.leases.release([lease]).catch(() => undefined);
    this.finish(lease);
  }
}
