import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newQuote } from '../support/factories.js';
import { eventually } from '../support/eventually.js';

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('the metrics', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
  });
  afterAll(() => app.close());

  const text = async (): Promise<string> => (await app.client().get('/metrics').expect(200)).text;

  it('have requests by the route they met, not by their path', async () => {
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

  it('tell of carriers, the pool, deliveries, jobs and the worker', async () => {
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
    expect(seen).toMatch(/lading_job_last_success_timestamp_seconds\{job="Webhooks"\} \d/);
  });

  it('are every one that the alerts, the dashboard and the runbooks name', async () => {
    const known = await text();
    const files = ['deploy/alerts.yaml', 'deploy/grafana-dashboard.json', 'docs/operating.md'];
    const named = files.flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/\b((?:lading|http_request|nodejs|process)_[a-z_]+[a-z])\b/g),
    ]);
    const names = [...new Set(named.map(([, name]) => name!.replace(/_(bucket|count|sum)$/, '')))];
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !known.includes(`# TYPE ${name} `))).toEqual([]);
  });
});

describe('the metrics on a port of their own', () => {
  it('are there and nowhere else', async () => {
    const port = await freePort();
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
});

describe('a service without a worker', () => {
  it('is ready, and says that nobody works', async () => {
    const app = await startApp({ PROCESS_ROLE: 'api' });
    try {
      const { body } = await app.client().get('/health/ready').expect(200);
      expect(body.info.worker).toEqual({
        status: 'up',
        message: expect.stringContaining('PROCESS_ROLE=worker'),
      });
    } finally {
      await app.close();
    }
  });
});
