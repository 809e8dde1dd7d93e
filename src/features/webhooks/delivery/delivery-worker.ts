import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { LONGEST_SLEEP_MS, Sweeper } from '../../../platform/jobs/sweeper.js';
import { traced } from '../../../platform/tracing/traces.js';
import { WebhookWakeUps } from '../webhook-wake-ups.js';
import { AttemptResults } from './attempt-results.js';
import { AttemptRunner, databaseNow } from './attempt-runner.js';
import { DeliveryClaims, type Claim } from './delivery-claims.js';
import { EndpointLaps } from './endpoint-laps.js';
import { EndpointWindows, SLOTS } from './endpoint-windows.js';
import type { Outcome } from './outcome.js';
import { StartLine } from './start-line.js';
import { TenantShares } from './tenant-shares.js';

/** After a round that found work there may be more, of the same endpoints. */
const SOON_MS = 20;
/** How long a worker that has all it can do gathers results and new work before it claims again; one with less, less. */
const GATHER_MS = 3;
/** How long a stopping worker waits for attempts under way; what is left then is given back to be repeated. */
const DRAIN_MS = 12_000;

/**
 * Delivers: claims what is due, makes the attempts, hands their results on. Wake-ups make it quick; without any it
 * finds the same work by itself within a second.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Webhooks');
  private readonly runs: boolean;
  private readonly sweeper = new Sweeper(
    'Webhooks',
    () => this.sweep(),
    () => (GATHER_MS * this.windows.inFlight) / SLOTS,
  );
  private readonly windows = new EndpointWindows();
  private readonly tenants = new TenantShares();
  private readonly laps = new EndpointLaps();
  private readonly underWay = new Set<Claim>();
  private readonly line = new StartLine((claim) => {
    this.attempt(claim).catch((error: unknown) => this.fail(claim, error));
  });
  /** Whether the last round left somebody waiting for an attempt to end. */
  private short = false;

  constructor(
    config: Config,
    private readonly claims: DeliveryClaims,
    private readonly runner: AttemptRunner,
    private readonly results: AttemptResults,
    private readonly wakeUps: WebhookWakeUps,
  ) {
    this.runs = config.role !== 'api';
  }

  onApplicationBootstrap(): void {
    if (!this.runs) return;
    this.wakeUps.listen(() => this.sweeper.wake());
    this.sweeper.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeper.stop();
    const end = performance.now() + DRAIN_MS;
    while (this.underWay.size > 0 && performance.now() < end) await sleep(20);
    await this.claims.release([...this.underWay]).catch(() => undefined);
  }

  /** One round; the milliseconds until the next is worth while. */
  private async sweep(): Promise<number> {
    const { free } = this.windows;
    this.short = true;
    if (free === 0 || this.results.stuck) return LONGEST_SLEEP_MS;
    const claims = await this.claims.claim(free, this.tenants.shares(), this.windows.room(), this.laps);
    for (const claim of claims) {
      this.underWay.add(claim);
      this.windows.start(claim.endpointId, claim.organizationId);
      this.tenants.start(claim.organizationId);
    }
    this.short = claims.length === free || this.windows.short || this.tenants.short;
    this.line.add(claims);
    if (claims.length === 0 && !this.laps.unfinished) return this.claims.msToNext();
    return claims.length < free ? SOON_MS : LONGEST_SLEEP_MS;
  }

  private async attempt(claim: Claim): Promise<void> {
    const beganMs = databaseNow(claim);
    const outcome = await this.send(claim);
    if (outcome) this.results.add({ claim, outcome, beganMs }, () => this.end(claim, outcome));
    else await this.hold(claim);
  }

  /** The receiver's name is told, its path is not: it may be what lets others in there. */
  private send(claim: Claim): Promise<Outcome | null> {
    const { traceparent: parent, eventId, endpointId, organizationId, attempt } = claim;
    const facts = {
      'http.request.method': 'POST',
      'server.address': URL.parse(claim.url)?.hostname,
      'lading.event_id': eventId,
      'lading.endpoint_id': endpointId,
      'lading.organization_id': organizationId,
      'lading.attempt': attempt,
    };
    return traced('deliver', { kind: 'client', facts, parent }, async (span) => {
      const outcome = await this.runner.run(claim);
      span.tell({ 'http.response.status_code': outcome?.status ?? undefined });
      if (outcome?.error) span.fail(outcome.error);
      return outcome;
    });
  }

  /** A fault of ours, not the receiver's: the attempt is made again when its lease has ended. */
  private fail(claim: Claim, error: unknown): void {
    this.logger.error(error);
    this.end(claim);
  }

  /** Its result is in the database: only now is the slot free, so that a crash repeats no more than the slots. */
  private end(claim: Claim, outcome?: Outcome): void {
    this.underWay.delete(claim);
    this.windows.end(claim.endpointId, outcome?.durationMs);
    this.tenants.end(claim.organizationId, outcome?.durationMs);
    // What failed is due again, maybe soon.
    if (this.short || outcome?.error !== null) this.sweeper.wake();
  }

  /** Nothing was sent: the lease ends by itself if this fails. */
  private async hold(claim: Claim): Promise<void> {
    await this.claims.requireRotation(claim).catch(() => undefined);
    await this.claims.release([claim]).catch(() => undefined);
    this.end(claim);
  }
}
