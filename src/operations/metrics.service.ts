import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Config } from '../config.js';
import { ReservedConnections } from '../database/reserved-connections.js';
import { METERS } from '../meters.js';
import { OPEN } from '../webhooks/delivery-states.js';
import { Deployment } from './deployment.js';

const poolConnections = new Gauge({
  name: 'lading_pool_connections',
  help: 'Connections of this process to PostgreSQL: in use, idle, and requests that wait for one.',
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
const databaseUp = new Gauge({
  name: 'lading_database_up',
  help: 'Whether the database answered while these figures were read: 1 or 0.',
});

/** What waits for its owner, at an endpoint that is off or has no readable secret, is not due. */
const DUE = `
  SELECT count(*)::int AS due, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::float8 AS oldest
  FROM (SELECT d.next_attempt_at FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
    WHERE d.${OPEN} AND d.next_attempt_at <= now() AND e.active AND e.disabled_reason IS NULL
    ORDER BY d.next_attempt_at LIMIT 10001) due`;

/** Everything an operator measures: what processes counted, and what is read when somebody asks. */
@Injectable()
export class Metrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Metrics');
  private server: Server | undefined;

  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly database: ReservedConnections,
    private readonly deployment: Deployment,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort } = this.config;
    if (metricsPort === undefined) return;
    this.server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
      void this.text().then((text) =>
        response.writeHead(200, { 'Content-Type': METERS.contentType }).end(text),
      );
    });
    this.server.listen(metricsPort);
    await once(this.server, 'listening');
    this.logger.log(`Metrics on port ${(this.server.address() as AddressInfo).port}`);
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  /** What can't be read, because the database is away, keeps its last value; `lading_database_up` says so. */
  async text(): Promise<string> {
    const pool = (this.dataSource.driver as PostgresDriver).master as Pool;
    poolConnections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    poolConnections.set({ state: 'idle' }, pool.idleCount);
    poolConnections.set({ state: 'waiting' }, pool.waitingCount);
    await this.read().then(
      () => databaseUp.set(1),
      () => databaseUp.set(0),
    );
    return METERS.metrics();
  }

  private async read(): Promise<void> {
    const [row] = await this.database.query<{ due: number; oldest: number }>({ text: DUE });
    dueDeliveries.set(row!.due);
    oldestDelivery.set(row!.oldest);
    workerAge.set((await this.deployment.secondsSinceWorker()) ?? -1);
  }
}
