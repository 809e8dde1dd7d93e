import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { Config } from '../../src/config/config.js';
import { ConfigError } from '../../src/config/env.js';
import { startTracing } from '../../src/platform/tracing/start-tracing.js';
import { startFakeCarriers, type FakeCarrierConnection } from '../fakes/fake-carriers.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { rateRequest } from '../support/factories.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startService } from '../support/service-process.js';
import { OtlpCollector, type ReceivedSpan } from '../support/otlp-collector.js';
import { LOCAL_WEBHOOK_ENV } from '../support/fixture.js';

const SECRET = 'c0ffee-c0ffee-c0ffee';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

function createConfig(env: Record<string, string>): Config {
  return new Config({ DATA_DIR: process.env.TEST_DATA_DIR, ...env });
}

describe('traces', () => {
  let traces: OtlpCollector;
  let receiver: Receiver;
  let carriers: FakeCarrierConnection[];
  let app: TestApp;
  let org: TestOrganization;
  let end: () => Promise<void>;

  beforeAll(async () => {
    traces = await new OtlpCollector().open();
    receiver = await startReceiver();
    carriers = await startFakeCarriers();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
    // The exporter reads its settings from the process environment.
    Object.assign(process.env, env);
    end = await startTracing(createConfig(env));
    app = await startApp({ ...LOCAL_WEBHOOK_ENV, TRUST_PROXY: 'loopback' });
    org = await app.organization();
    const connections = app.app.get(CarrierConnectionsService);
    for (const { adapter, scac, settings } of carriers)
      await connections.connect({ organizationId: org.id, mode: 'live' }, { adapter, scac, settings });
  });
  afterAll(async () => {
    await app.close();
    await end();
    for (const name of Object.keys(process.env)) if (name.startsWith('OTEL_')) delete process.env[name];
    await Promise.all(carriers.map(({ fake }) => fake.close()));
    await receiver.close();
    traces.close();
  });

  /** Returns the spans of a request's trace once the last one has arrived. */
  const traceOf = async (requestId: string, last: string): Promise<ReceivedSpan[]> =>
    (await eventually(() => {
      const root = traces.spans.find(({ facts }) => facts['lading.request_id'] === requestId);
      const spans = root ? traces.findSpans(root.traceId) : [];
      return spans.some(({ name }) => name === last) ? spans : null;
    }))!;

  it('connect a request, its carrier calls and the webhook delivery of its event', async () => {
    const url = `${receiver.url}/hook/${SECRET}?token=${SECRET}`;
    await org.live
      .post('/api/v1/webhooks')
      .send({ url, events: ['quote.created'] })
      .expect(201);
    const { headers, body } = await org.live
      .post(`/api/v1/quotes`)
      .set('Idempotency-Key', SECRET)
      .send(rateRequest())
      .expect(201);
    expect(body.data.length).toBeGreaterThan(0);
    const [delivered] = await receiver.waitForDeliveries(1);
    const spans = await traceOf(headers['request-id']!, 'deliver');
    const named = (name: string): ReceivedSpan[] => spans.filter((span) => span.name === name);

    const [root] = named('POST /api/v1/quotes');
    expect(root).toMatchObject({
      kind: 2,
      facts: {
        'http.response.status_code': 201,
        'lading.organization_id': org.id,
        'lading.mode': 'live',
      },
    });
    expect(root!.parentSpanId ?? '').toBe('');
    const asked = named('carrier rate');
    expect(asked.map(({ facts }) => facts['lading.carrier']).sort()).toEqual(
      carriers.map(({ scac }) => scac).sort(),
    );
    expect(new Set(asked.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root!.spanId]));
    const calls = spans.filter(({ facts }) => facts['url.path'] !== undefined && facts['server.port']);
    expect(calls.length).toBeGreaterThanOrEqual(carriers.length);
    const askers = new Set(asked.map(({ spanId }) => spanId));
    for (const { parentSpanId, kind } of calls) {
      expect(kind).toBe(3);
      expect(askers).toContain(parentSpanId);
    }
    const [delivery] = named('deliver');
    expect(delivery).toMatchObject({
      parentSpanId: expect.any(String),
      facts: {
        'lading.event_id': delivered!.body.id,
        'lading.attempt': 1,
        'http.response.status_code': 200,
        'server.address': '127.0.0.1',
      },
    });
    expect(named('webhook_deliveries_add')).toHaveLength(1);
    expect(traces.services).toEqual(new Set(['lading']));
  });

  it('are not propagated to carriers or receivers and contain no secret, query or body', async () => {
    for (const { headers } of receiver.received) expect(headers).not.toHaveProperty('traceparent');
    for (const { fake } of carriers)
      for (const { headers } of fake.requests) expect(headers).not.toHaveProperty('traceparent');
    const text = JSON.stringify(traces.spans);
    for (const secret of [SECRET, org.liveKey, org.testKey, 'whsec_', 'token=', 'Authorization'])
      expect(text).not.toContain(secret);
  });

  it('record a failed delivery', async () => {
    const { body: endpoint } = await org.test
      .post('/api/v1/webhooks')
      .send({ url: 'http://127.0.0.1:9/gone', events: ['customer.created'] })
      .expect(201);
    const { headers } = await org.test.post('/api/v1/customers').send({ name: 'A' }).expect(201);
    const spans = await traceOf(headers['request-id']!, 'deliver');
    expect(spans.find(({ name }) => name === 'deliver')).toMatchObject({
      failed: true,
      facts: { 'error.type': 'connect', 'lading.endpoint_id': endpoint.id },
    });
  });

  it('continue the trace of a trusted proxy', async () => {
    const { headers } = await org.test.get('/api/v1/customers').set('traceparent', TRACEPARENT).expect(200);
    const spans = await traceOf(headers['request-id']!, 'GET /api/v1/customers');
    expect(spans.find(({ name }) => name === 'GET /api/v1/customers')).toMatchObject({
      traceId: TRACE,
      parentSpanId: '00f067aa0ba902b7',
    });
  });

  it('exclude health checks and polling', async () => {
    await app.client().get('/health/ready').expect(200);
    expect(traces.spans.filter(({ name }) => /health|webhook_claim|worker_beat/.test(name))).toEqual([]);
  });
});

describe('a traceparent from an untrusted client', () => {
  it('is linked to but not continued', async () => {
    const traces = await new OtlpCollector().open();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
    Object.assign(process.env, env);
    const end = await startTracing(createConfig(env));
    const app = await startApp();
    try {
      await app.client().get('/api/v1/customers').set('traceparent', TRACEPARENT).expect(401);
      const span = await eventually(() => traces.spans[0]);
      expect(span).toMatchObject({ name: 'GET /api/v1/customers', links: [TRACE] });
      expect(span!.traceId).not.toBe(TRACE);
    } finally {
      await app.close();
      await end();
      for (const name of Object.keys(env)) delete process.env[name];
      traces.close();
    }
  });
});

describe('a service with tracing', () => {
  it('exports as protobuf before it exits and logs trace ids', async () => {
    const traces = await new OtlpCollector().open();
    const service = await startService({
      DATABASE_URL: await createDatabase(),
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ours',
    });
    try {
      await fetch(`${service.url}/api/v1/customers`);
      await service.stop();
      const [sent] = traces.requests;
      expect(sent).toMatchObject({
        url: '/v1/traces',
        headers: { 'content-type': 'application/x-protobuf', 'x-tenant': 'ours' },
      });
      expect(sent!.bytes).toBeGreaterThan(100);
      expect(service.output()).toMatch(/"trace_id":"[0-9a-f]{32}".*"path":"\/api\/v1\/customers"/);
    } finally {
      service.process.kill('SIGKILL');
      traces.close();
    }
  });

  it('works and stops normally while the collector is down, and logs the outage once', async () => {
    const service = await startService({
      DATABASE_URL: await createDatabase(),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    });
    try {
      for (let round = 0; round < 3; round++) {
        expect((await fetch(`${service.url}/api/v1/customers`)).status).toBe(401);
        const lost = await eventually(async () => {
          const text = await (await fetch(`${service.url}/metrics`)).text();
          return Number(/lading_trace_spans_lost_total (\d+)/.exec(text)?.[1]) > round;
        });
        expect(lost).toBe(true);
      }
      await service.stop();
      expect(service.process.exitCode).toBe(0);
      expect(service.output().match(/Trace export failed/g)).toHaveLength(1);
    } finally {
      service.process.kill('SIGKILL');
    }
  });

  it('is off by default, without loading OpenTelemetry', () => {
    expect(createConfig({}).traces).toBeUndefined();
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';
    expect(createConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({
      protocol: 'http/protobuf',
      sampler: 'parentbased_always_on',
      ratio: 1,
    });
    for (const [name, value] of [
      ['OTEL_SDK_DISABLED', 'true'],
      ['OTEL_TRACES_EXPORTER', 'none'],
    ] as const)
      expect(createConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: value }).traces).toBeUndefined();
    expect(() => createConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(
      ConfigError,
    );
    expect(() => createConfig({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(ConfigError);
  });
});
