import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { singleFlight } from '../../platform/async/single-flight.js';
import { ReservedConnectionPool } from '../../platform/database/reserved-connection-pool.js';
import { metricsRegistry } from '../../platform/metrics.js';
import { OPEN_DELIVERY_SQL } from '../../features/webhooks/delivery-states.js';
import { DeploymentService } from './deployment.service.js';
import { MetricsServer } from './metrics-server.js';

/** Beyond this, more is only more. */
const MAX_COUNTED = 10_001;

const poolConnections = new Gauge({
  name: 'lading_pool_connections',
  help: 'Connections of this process to PostgreSQL: in use, idle, and requests that wait for one.',
  labelNames: ['state'] as const,
});
const replicaConnections = new Gauge({
  name: 'lading_database_read_pool_connections',
  help: 'Connections of this process to the server of DATABASE_READ_URL: in use, idle.',
  labelNames: ['state'] as const,
});
const dueDeliveries = new Gauge({
  name: 'lading_delivery_due',
  help: 'Deliveries whose next attempt is due, of all processes; 10,001 stands for more.',
});
const oldestDelivery = new Gauge({
  name: 'lading_delivery_oldest_due_seconds',
  help: 'How long the oldest delivery that is due has waited; 0 when none is.',
});
const workerAge = new Gauge({
  name: 'lading_worker_heartbeat_age_seconds',
  help: 'Since when no worker has been heard of; -1 when none ever was.',
});
const clockSkew = new Gauge({
  name: 'lading_clock_skew_seconds',
  help: "How far this process's clock is ahead of the database's, which decides.",
});
const databaseUp = new Gauge({
  name: 'lading_database_up',
  help: 'Whether the database answered and could be written while these figures were read: 1, or 0, also where its disk is full.',
});

/** Endpoint by endpoint, each by its index: what waits at one that is off or has no readable secret is not even looked at. */
const DUE_DELIVERIES_QUERY = `
  SELECT count(*)::int AS due, coalesce(extract(epoch FROM now() - min(at)), 0)::float8 AS oldest
  FROM (SELECT d.next_attempt_at AS at FROM webhook_endpoints e, LATERAL (
      SELECT next_attempt_at FROM webhook_deliveries
      WHERE organization_id = e.organization_id AND endpoint_id = e.id AND ${OPEN_DELIVERY_SQL} AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT ${MAX_COUNTED}) d
    WHERE e.active AND e.disabled_reason IS NULL LIMIT ${MAX_COUNTED}) due`;

/** Everything an operator measures: what processes counted, and what is read when somebody asks. */
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

  /** What can't be read keeps its last value; `lading_database_up` says whether the database is why. */
  async render(): Promise<string> {
    const pool = (this.dataSource.driver as PostgresDriver).master as Pool;
    poolConnections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    poolConnections.set({ state: 'idle' }, pool.idleCount);
    poolConnections.set({ state: 'waiting' }, pool.waitingCount);
    const read = this.deployment.replica.connectionUsage;
    if (read) {
      replicaConnections.set({ state: 'used' }, read.used);
      replicaConnections.set({ state: 'idle' }, read.idle);
    }
    await Promise.all([this.refreshGauges(), read && this.deployment.replica.check()]);
    return metricsRegistry.metrics();
  }

  /** Once at a time, as anybody may ask. */
  private readonly refreshGauges = singleFlight(async (): Promise<void> => {
    try {
      const {
        unwritableReason: unwritable,
        workerHeartbeatAgeSeconds: secondsSinceWorker,
        clockSkewSeconds: secondsAhead,
      } = await this.deployment.readState();
      clockSkew.set(secondsAhead);
      databaseUp.set(unwritable === null ? 1 : 0);
      // What waits for a database that can be written would blame the workers.
      if (unwritable !== null) return;
      workerAge.set(secondsSinceWorker ?? -1);
    } catch {
      databaseUp.set(0);
      return;
    }
    await this.database.query<{ due: number; oldest: number }>({ text: DUE_DELIVERIES_QUERY }).then(
      ([row]) => {
        dueDeliveries.set(row!.due);
        oldestDelivery.set(row!.oldest);
      },
      (error: Error) => this.logger.warn(`What is due could not be counted: ${error.message}`),
    );
  });
}
