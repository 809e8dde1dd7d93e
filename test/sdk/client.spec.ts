import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Lading, LadingError } from '../../sdk/src/index.js';

type Step = (response: ServerResponse) => unknown;

const error = (code: string) =>
  JSON.stringify({ error: { code, type: 'api_error', message: code, request_id: 'req_1' } });
const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Step =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
const ok = answer(200, '{"object":"freight","id":7}');
const hangUp: Step = (response) => response.destroy();
const busy = answer(503, error('service_unavailable'), { 'Retry-After': '0' });

/** The service responds as each test defines, and then stops. */
describe('an SDK call', () => {
  let steps: Step[];
  let requests: IncomingMessage[];
  let lading: Lading;
  const server = createServer((request, response) => {
    requests.push(request);
    const step = steps.shift();
    if (step) step(response);
    else response.destroy();
  });

  beforeEach(async () => {
    steps = [];
    requests = [];
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    lading = new Lading({ apiKey: 'fk_test_1', baseUrl: `http://127.0.0.1:${port}/` });
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const keys = () => requests.map(({ headers }) => headers['idempotency-key']);
  const failure = (call: PromiseLike<unknown>): Promise<LadingError> =>
    Promise.resolve(call).then(
      () => {
        throw new Error('It succeeded.');
      },
      (reason: unknown) => reason as LadingError,
    );

  it('sends the API key, and no body if there is none', async () => {
    steps = [ok];
    await lading.freight.cancel(7);
    const [{ headers, method, url }] = requests as [IncomingMessage];
    expect({ method, url }).toEqual({ method: 'POST', url: '/api/v1/freight/7/cancel' });
    expect(headers.authorization).toBe('Bearer fk_test_1');
    expect(headers['content-type']).toBeUndefined();
  });

  it('is retried after a 503, a 409 or a lost connection, with one Idempotency-Key per POST', async () => {
    steps = [busy, hangUp, answer(409, error('idempotency_in_progress'), { 'Retry-After': '0' }), ok];
    await expect(lading.freight.book(7)).resolves.toMatchObject({ id: 7 });
    expect(keys()).toHaveLength(4);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);

    steps = [ok];
    await lading.freight.book(7, {}, { idempotencyKey: 'mine' });
    expect(keys().at(-1)).toBe('mine');
  });

  it('waits for the Retry-After of the response', async () => {
    steps = [answer(429, error('rate_limited'), { 'Retry-After': '2' }), ok];
    const began = performance.now();
    await lading.freight.get(7);
    expect(performance.now() - began).toBeGreaterThan(1_900);
  });

  it('fails at once if Retry-After exceeds a minute', async () => {
    steps = [answer(429, error('rate_limited'), { 'Retry-After': '61' })];
    expect(await failure(lading.freight.get(7))).toMatchObject({ code: 'rate_limited', retryAfter: 61 });
    expect(requests).toHaveLength(1);
  });

  it('without an Idempotency-Key is not retried if the service may have done it', async () => {
    steps = [answer(500, error('internal_error'))];
    expect(await failure(lading.freight.update(7, {}))).toMatchObject({
      code: 'internal_error',
      status: 500,
    });
    steps = [hangUp];
    expect(await failure(lading.addresses.delete(7))).toMatchObject({ code: 'connection_failed' });
    expect(requests).toHaveLength(2);
    steps = [busy, ok];
    await lading.freight.update(7, {});
    expect(requests).toHaveLength(4);
  });

  it('stops after the given number of retries', async () => {
    steps = [busy, busy, busy];
    expect(await failure(lading.freight.get(7, { retries: 1 }))).toMatchObject({
      code: 'service_unavailable',
    });
    expect(requests).toHaveLength(2);
  });

  it('has a timeout that covers the whole response', async () => {
    steps = [(response) => response.writeHead(200).write('{"id":')];
    const call = lading.freight.get(7, { timeout: 50, retries: 0 });
    expect(await failure(call)).toMatchObject({ code: 'timeout', status: undefined });
  });

  it('fails with the reason of its abort signal, also between retries', async () => {
    const reason = new Error('changed my mind');
    steps = [() => undefined];
    const early = new AbortController();
    const call = failure(lading.freight.get(7, { signal: early.signal }));
    early.abort(reason);
    expect(await call).toBe(reason);

    const late = new AbortController();
    steps = [
      (response) => {
        answer(429, error('rate_limited'), { 'Retry-After': '30' })(response);
        setTimeout(() => late.abort(reason), 100);
      },
    ];
    expect(await failure(lading.freight.get(7, { signal: late.signal }))).toBe(reason);
  });

  it('reports a response that is not from the service', async () => {
    steps = [answer(200, '<html>'), answer(404, '<html>')];
    expect(await failure(lading.freight.get(7))).toMatchObject({ code: 'unexpected_answer' });
    expect(await failure(lading.freight.get(7))).toMatchObject({ code: 'unexpected_answer', status: 404 });
  });

  it('encodes path parameters and rejects empty ones and dots', async () => {
    for (const id of ['', '.', '..', undefined])
      expect(await failure(lading.tracking.delete(id as string))).toBeInstanceOf(TypeError);
    steps = [ok];
    await lading.tracking.get('1/2?x#y');
    expect(requests.map(({ url }) => url)).toEqual(['/api/v1/tracking/1%2F2%3Fx%23y']);
  });

  it('sends queries, files and headers of its operation', async () => {
    steps = [ok, ok, ok];
    await lading.sandbox.simulate('shipment.delivered', { shipment_id: 7 }, {
      query: { apply: 'data' },
    } as never);
    await lading.addresses.import('external_ref,company\n');
    await lading.organization.replaceLogo(new Blob(['…'], { type: 'image/png' }), {
      headers: { Prefer: 'x' },
    });
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v1/sandbox/simulate/shipment.delivered?apply=data',
      '/api/v1/addresses/import',
      '/api/v1/organization/logo',
    ]);
    expect(requests.map(({ headers }) => headers['content-type'])).toEqual([
      'application/json',
      'text/csv',
      'image/png',
    ]);
    expect(requests[2]!.headers.prefer).toBe('x');
  });
});
