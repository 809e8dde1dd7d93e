import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createDatabase } from '../support/database.js';
import { newQuote } from '../support/factories.js';
import { eventually } from '../support/eventually.js';
import { findFreePort } from '../support/free-port.js';
import { startService } from '../support/service-process.js';

describe('metrics', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
  });
  afterAll(() => app.close());

  const text = async (): Promise<string> => (await app.client().get('/metrics').expect(200)).text;

  it('label requests by route, not by path', async () => {
    await org.test.get('/api/v1/customers/123456789').expect(404);
    await org.test.get('/nowhere/at/all').expect(404);
    const seen = await eventually(async () => {
      const all = await text();
      return all.includes('route="none"') ? all : null;
    });
    expect(seen).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/customers\/:id",status="404"\} \d+/,
    );
    expect(seen).not.toContain('123456789');
  });

  it('cover carriers, the connection pool, deliveries, jobs and the worker', async () => {
    await newQuote(org.test);
    const seen = await eventually(async () => {
      const all = await text();
      return /lading_worker_heartbeat_age_seconds [\d.]+/.test(all) ? all : null;
    });
    expect(seen).toMatch(
      /lading_carrier_call_duration_seconds_count\{carrier="\w+",operation="rate",outcome="answered"\}/,
    );
    for (const name of [
      'lading_pool_connections{state="idle"}',
      'lading_delivery_due',
      'lading_delivery_oldest_due_seconds',
    ])
      expect(seen).toContain(`\n${name} `);
    expect(seen).toMatch(/\nlading_database_up 1\n/);
    expect(seen).toContain('\nlading_process_info{role="all"} 1\n');
    expect(seen).toMatch(/lading_job_last_success_timestamp_seconds\{job="Webhooks"\} \d/);
  });
});

describe('metrics of a new process', () => {
  it('have a failure count of 0 for each job, so that an alert sees the first failure as a rise', async () => {
    const service = await startService({ DATABASE_URL: await createDatabase() });
    try {
      const seen = await (await fetch(`${service.url}/metrics`)).text();
      for (const job of ['old answers', 'worker heartbeat', 'Mail'])
        expect(seen).toContain(`\nlading_job_failures_total{job="${job}"} 0\n`);
    } finally {
      await service.stop();
    }
  });
});

describe('metrics on a separate port', () => {
  it('are served only there', async () => {
    const port = await findFreePort();
    const app = await startApp({ METRICS_PORT: String(port) });
    try {
      const own = await fetch(`http://127.0.0.1:${port}/metrics`);
      expect([own.status, await own.text()]).toEqual([200, expect.stringContaining('process_cpu')]);
      expect((await fetch(`http://127.0.0.1:${port}/api/v1/quotes`)).status).toBe(404);
      await app.client().get('/metrics').expect(404);
    } finally {
      await app.close();
    }
  });

  it('stop the start with a message if the port is in use', async () => {
    const taken = createServer().listen(0);
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    try {
      await expect(startApp({ METRICS_PORT: String(port) })).rejects.toThrow(
        `METRICS_PORT: cannot listen on ${port}`,
      );
    } finally {
      taken.close();
    }
  });
});

describe('requests without a key', () => {
  it('do not use the connections reserved for keys', async () => {
    const databaseUrl = await createDatabase();
    const app = await startApp({ DATABASE_URL: databaseUrl });
    const org = await app.organization();
    const locker = new Client({ connectionString: databaseUrl });
    const watcher = new Client({ connectionString: databaseUrl });
    await Promise.all([locker.connect(), watcher.connect()]);
    try {
      await locker.query('BEGIN; LOCK TABLE webhook_deliveries, worker_heartbeat IN ACCESS EXCLUSIVE MODE');
      const answered: string[] = [];
      const health = ['/metrics', '/health/ready', '/metrics'].flatMap((path) =>
        Array.from({ length: 12 }, () => app.client().get(path)),
      );
      const flood = health.map((request) => request.then(() => answered.push('health')));
      await eventually(async () => {
        const { rows } = await watcher.query(
          `SELECT 1 FROM pg_stat_activity WHERE application_name = 'lading-reserved' AND wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      const { status } = await org.live.get('/api/v1/limits');
      answered.push(`key ${status}`);
      await Promise.all(flood);
      expect(answered[0]).toBe('key 200');
    } finally {
      await Promise.all([locker.end(), watcher.end()]);
      await app.close();
    }
  });
});

describe('a service without a worker', () => {
  it('is ready and reports that no worker runs', async () => {
    const app = await startApp({ PROCESS_ROLE: 'api' });
    try {
      const { body } = await app.client().get('/health/ready').expect(200);
      expect(body.info.worker).toEqual({
        status: 'up',
        message: expect.stringContaining('PROCESS_ROLE=all or worker'),
      });
    } finally {
      await app.close();
    }
  });
});
