import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { MAX_SLEEP_MS, Sweeper } from '../../../platform/jobs/sweeper.js';
import { withSpan } from '../../../platform/tracing/spans.js';
import { WebhookWakeUpNotifier } from '../webhook-wake-up-notifier.js';
import { AttemptResultWriter } from './attempt-result-writer.js';
import { AttemptRunner, computeDatabaseNow } from './attempt-runner.js';
import { DeliveryLeasesRepository, type DeliveryLease } from './delivery-leases.repository.js';
import { ClaimCursor } from './claim-cursor.js';
import { EndpointConcurrency, SLOTS } from './endpoint-concurrency.js';
import type { AttemptOutcome } from './attempt-outcome.js';
import { RoundRobinQueue } from './round-robin-queue.js';
import { TenantConcurrency } from './tenant-concurrency.js';

/** After a round that found work there may be more, of the same endpoints. */
const SOON_MS = 20;
/** How long a worker that has all it can do gathers results and new work before it claims again; one with less, less. */
const MAX_BATCH_DELAY_MS = 3;
/** How long a stopping worker waits for attempts under way; what is left then is given back to be repeated. */
const DRAIN_MS = 12_000;

/**
 * Delivers: claims what is due, makes the attempts, hands their results on. Wake-ups make it quick; without any it
 * finds the same work by itself within a second.
 */
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
  private readonly startQueue = new RoundRobinQueue((claim) => {
    this.attempt(claim).catch((error: unknown) => this.handleError(claim, error));
  });
  /** Whether the last round left somebody waiting for an attempt to end. */
  private isSaturated = false;

  constructor(
    config: Config,
    private readonly leases: DeliveryLeasesRepository,
    private readonly runner: AttemptRunner,
    private readonly results: AttemptResultWriter,
    private readonly wakeUps: WebhookWakeUpNotifier,
  ) {
    this.isWorker = config.role !== 'api';
  }

  onApplicationBootstrap(): void {
    if (!this.isWorker) return;
    this.wakeUps.listen(() => this.sweeper.wake());
    this.sweeper.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeper.stop();
    const end = performance.now() + DRAIN_MS;
    while (this.inFlight.size > 0 && performance.now() < end) await sleep(20);
    await this.leases.release([...this.inFlight]).catch(() => undefined);
  }

  /** One round; the milliseconds until the next is worth while. */
  private async claimAndStart(): Promise<number> {
    const { freeSlots: free } = this.endpointConcurrency;
    this.isSaturated = true;
    if (free === 0 || this.results.isStuck) return MAX_SLEEP_MS;
    const claims = await this.leases.claim(
      free,
      this.tenantConcurrency.computeCapacity(),
      this.endpointConcurrency.computeCapacity(),
      this.cursor,
    );
    for (const claim of claims) {
      this.inFlight.add(claim);
      this.endpointConcurrency.start(claim.endpointId, claim.organizationId);
      this.tenantConcurrency.start(claim.organizationId);
    }
    this.isSaturated =
      claims.length === free || this.endpointConcurrency.isSaturated || this.tenantConcurrency.isSaturated;
    this.startQueue.add(claims);
    if (claims.length === 0 && !this.cursor.isUnfinished) return this.leases.findMsToNextDue();
    return claims.length < free ? SOON_MS : MAX_SLEEP_MS;
  }

  private async attempt(claim: DeliveryLease): Promise<void> {
    const beganMs = computeDatabaseNow(claim);
    const outcome = await this.send(claim);
    if (outcome) this.results.add({ lease: claim, outcome, beganMs }, () => this.finish(claim, outcome));
    else await this.holdEndpoint(claim);
  }

  /** The receiver's name is told, its path is not: it may be what lets others in there. */
  private send(claim: DeliveryLease): Promise<AttemptOutcome | null> {
    const { traceparent: parent, eventId, endpointId, organizationId, attempt } = claim;
    const facts = {
      'http.request.method': 'POST',
      'server.address': URL.parse(claim.url)?.hostname,
      'lading.event_id': eventId,
      'lading.endpoint_id': endpointId,
      'lading.organization_id': organizationId,
      'lading.attempt': attempt,
    };
    return withSpan('deliver', { kind: 'client', attributes: facts, parent }, async (span) => {
      const outcome = await this.runner.run(claim);
      span.setAttributes({ 'http.response.status_code': outcome?.status ?? undefined });
      if (outcome?.error) span.fail(outcome.error);
      return outcome;
    });
  }

  /** A fault of ours, not the receiver's: the attempt is made again when its lease has ended. */
  private handleError(claim: DeliveryLease, error: unknown): void {
    this.logger.error(error);
    this.finish(claim);
  }

  /** Its result is in the database: only now is the slot free, so that a crash repeats no more than the slots. */
  private finish(claim: DeliveryLease, outcome?: AttemptOutcome): void {
    this.inFlight.delete(claim);
    this.endpointConcurrency.end(claim.endpointId, outcome?.durationMs);
    this.tenantConcurrency.end(claim.organizationId, outcome?.durationMs);
    // What failed is due again, maybe soon.
    if (this.isSaturated || outcome?.error !== null) this.sweeper.wake();
  }

  /** Nothing was sent: the lease ends by itself if this fails. */
  private async holdEndpoint(claim: DeliveryLease): Promise<void> {
    await this.leases.holdUntilRotation(claim).catch(() => undefined);
    await this.leases.release([claim]).catch(() => undefined);
    this.finish(claim);
  }
}
