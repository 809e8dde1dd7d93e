import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Pool } from 'pg';

import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { singleFlight } from '../../platform/async/single-flight.js';
import { ReservedConnectionPool } from '../../platform/database/reserved-connection-pool.js';
import { gauge, metricsRegistry } from '../../platform/metrics.js';
import { OPEN_DELIVERY_SQL } from '../../features/webhooks/delivery-states.js';
import { DeploymentService } from './deployment.service.js';
import { MetricsServer } from './metrics-server.js';

const MAX_COUNTED = 10_001;

const poolConnections = gauge(
  'lading_pool_connections',
  'PostgreSQL connections of this process: `used`, `idle`, and callers `waiting` for one.',
  ['state'],
);
const replicaConnections = gauge(
  'lading_database_read_pool_connections',
  'Connections of this process to the replica at DATABASE_READ_URL: `used`, `idle`.',
  ['state'],
);
const dueDeliveries = gauge(
  'lading_delivery_due',
  'Webhook deliveries due in the whole deployment. 10,001 means more than 10,000.',
);
const oldestDelivery = gauge(
  'lading_delivery_oldest_due_seconds',
  'How long the oldest due delivery has waited; 0 if none is due.',
);
const workerAge = gauge(
  'lading_worker_heartbeat_age_seconds',
  'Seconds since the last heartbeat of a worker; -1 if there was none.',
);
const clockSkew = gauge(
  'lading_clock_skew_seconds',
  'Seconds that this process’s clock is ahead of the database clock.',
);
const databaseUp = gauge(
  'lading_database_up',
  '1 if the database responded and was writable at this scrape, otherwise 0, including when its disk is full.',
);

/** Reads each endpoint through its index. Skips endpoints that are inactive or whose secret is unreadable. */
const DUE_DELIVERIES_QUERY = `
  SELECT count(*)::int AS due, coalesce(extract(epoch FROM now() - min(at)), 0)::float8 AS oldest
  FROM (SELECT d.next_attempt_at AS at FROM webhook_endpoints e, LATERAL (
      SELECT next_attempt_at FROM webhook_deliveries
      WHERE organization_id = e.organization_id AND endpoint_id = e.id AND ${OPEN_DELIVERY_SQL} AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT ${MAX_COUNTED}) d
    WHERE e.active AND e.disabled_reason IS NULL LIMIT ${MAX_COUNTED}) due`;

/** Renders all metrics: counters of this process, and gauges read from the database on request. */
@Injectable()
export class MetricsService implements OnApplicationBootstrap {
  private readonly logger = new Logger('Metrics');

  constructor(
    private readonly server: MetricsServer,
    private readonly dataSource: DataSource,
    private readonly database: ReservedConnectionPool,
    private readonly deployment: DeploymentService,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.server.listen(() => this.render());
  }

  /** Gauges that cannot be read keep their last value; `lading_database_up` shows a database outage. */
  async render(): Promise<string> {
    const pool = (this.dataSource.driver as PostgresDriver).master as Pool;
    poolConnections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    poolConnections.set({ state: 'idle' }, pool.idleCount);
    poolConnections.set({ state: 'waiting' }, pool.waitingCount);
    const replicaUsage = this.deployment.replica.connectionUsage;
    if (replicaUsage) {
      replicaConnections.set({ state: 'used' }, replicaUsage.used);
      replicaConnections.set({ state: 'idle' }, replicaUsage.idle);
    }
    await Promise.all([this.refreshGauges(), replicaUsage && this.deployment.replica.check()]);
    return metricsRegistry.metrics();
  }

  /** Shared by concurrent callers, because anyone may request /metrics. */
  private readonly refreshGauges = singleFlight(async (): Promise<void> => {
    try {
      const { unwritableReason, workerHeartbeatAgeSeconds, clockSkewSeconds } =
        await this.deployment.readState();
      clockSkew.set(clockSkewSeconds);
      databaseUp.set(unwritableReason === null ? 1 : 0);
      // A stale heartbeat would blame the workers for a database that is not writable.
      if (unwritableReason !== null) return;
      workerAge.set(workerHeartbeatAgeSeconds ?? -1);
    } catch {
      databaseUp.set(0);
      return;
    }
    await this.database.query<{ due: number; oldest: number }>({ text: DUE_DELIVERIES_QUERY }).then(
      ([row]) => {
        dueDeliveries.set(row!.due);
        oldestDelivery.set(row!.oldest);
      },
      (error: Error) => this.logger.warn(`Counting due deliveries failed: ${error.message}`),
    );
  });
}
