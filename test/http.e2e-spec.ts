import { Controller, Get } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERRORS } from '../src/http/errors.js';
import { startApp, type TestApp, type TestOrganization } from './support/app.js';
import { newQuote, rateRequest } from './support/factories.js';

const JSON_TYPE = ['Content-Type', 'application/json'] as const;

/** A bug, as far as the service is concerned. */
@Controller('thrown-bug')
class BrokenController {
  @Get()
  get(): never {
    throw new TypeError('secret detail');
  }
}

describe('errors', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({}, [BrokenController]);
    org = await app.organization();
  });
  afterAll(() => app.close());

  it('have one envelope, with a code, a request id and a page that explains them', async () => {
    const response = await org.test.get('/api/v1/quotes/999').expect(404);
    expect(response.body).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: expect.any(String),
        doc_url: '/docs/errors#resource_missing',
        request_id: response.headers['request-id'],
      },
    });
    const page = await app.client().get('/docs/errors').expect(200);
    for (const code of Object.keys(ERRORS)) expect(page.text).toContain(`id="${code}"`);
  });

  it('say 404 for an unknown route and 405 with Allow for a known one', async () => {
    expect((await org.test.get('/api/v1/nothing').expect(404)).body.error.code).toBe('route_missing');
    const { body, headers } = await org.test.put('/api/v1/quotes').expect(405);
    expect(body.error.code).toBe('method_not_allowed');
    expect(headers.allow).toBe('GET, POST');
  });

  it.each(['abc', '1.5', '-1', '1e3', '99999999999999999999', '%00', "1'--"])(
    'treat the id %s as one that does not exist',
    async (id) => {
      const { body } = await org.test.get(`/api/v1/quotes/${id}`).expect(404);
      expect(body.error.code).toBe('resource_missing');
    },
  );

  it('treat other ways to write a number as ids that do not exist', async () => {
    const { id } = await newQuote(org.test);
    await org.test.get(`/api/v1/quotes/${id}`).expect(200);
    for (const other of [`0${id}`, `0x${id.toString(16)}`, `%2B${id}`, `${id}.0`, `${id}e0`, `%20${id}`])
      await org.test.get(`/api/v1/quotes/${other}`).expect(404);
  });

  it('are JSON outside of the API too; the bare address leads to the pages', async () => {
    for (const path of ['/nothing', '/api', '/api/v2/quotes', '/metricsx', '/.env']) {
      const { body } = await app.client().get(path).expect(404);
      expect(body.error).toMatchObject({ code: 'route_missing', request_id: expect.any(String) });
    }
    expect((await app.client().get('/').expect(302)).headers.location).toBe('/docs');
  });

  it('are all that a worker has for callers of the API', async () => {
    const worker = await startApp({ PROCESS_ROLE: 'worker' });
    const { testKey } = await worker.organization();
    const headers = { Authorization: `Bearer ${testKey}` };
    const response = await fetch(`${worker.url}/api/v1/carriers`, { headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'route_missing' } });
    await worker.client().get('/docs').expect(404);
    await worker.client().get('/health/ready').expect(200);
    await worker.client().get('/metrics').expect(200);
    await worker.close();
  });

  it.each(['application/merge-patch+json', 'application/vnd.freight.shape-b+json; charset=utf-8'])(
    'are none for a body of %s',
    async (type) => {
      const text = JSON.stringify(rateRequest());
      await org.test.post('/api/v1/quotes').set('Content-Type', type).send(text).expect(201);
    },
  );

  it('say 404 for a path that is not valid percent encoding', async () => {
    await org.test.get('/api/v1/quotes/%E0%A4%A').expect(404);
  });

  it.each([
    ['{', 'truncated'],
    ['[]', 'an array'],
    ['"text"', 'a string'],
    ['null', 'null'],
    ['{"a":1,}', 'a trailing comma'],
    ['['.repeat(200_000), 'deep arrays'],
    [`{"a":${'{"a":'.repeat(40)}1${'}'.repeat(41)}`, 'deep objects'],
  ])('say 400 without param for a body that is no JSON object: %#', async (text) => {
    const { body } = await org.test
      .post('/api/v1/quotes')
      .set(...JSON_TYPE)
      .send(text)
      .expect(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_json' });
    expect(body.error).not.toHaveProperty('param');
  });

  it('say 400 for invalid UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    const { body } = await org.test
      .post('/api/v1/quotes')
      .set(...JSON_TYPE)
      .send(bytes.toString('latin1'))
      .expect(400);
    expect(body.error.type).toBe('invalid_request_error');
    const response = await fetch(`${app.url}/api/v1/quotes`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${org.testKey}`, 'Content-Type': 'application/json' },
      body: bytes,
    });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: { code: string } }).error.code).toBe('invalid_json');
  });

  it('say 413 above 256 KiB', async () => {
    const { body } = await org.test
      .post('/api/v1/quotes')
      .send({ note: 'x'.repeat(300_000) })
      .expect(413);
    expect(body.error.code).toBe('payload_too_large');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16'])(
    'say 415 for %s',
    async (type) => {
      const { body } = await org.test.post('/api/v1/quotes').set('Content-Type', type).send('{}').expect(415);
      expect(body.error.code).toBe('unsupported_media_type');
    },
  );

  it('hide what a bug said', async () => {
    const { body } = await org.test.get('/api/v1/thrown-bug').expect(500);
    expect(body.error).toMatchObject({ type: 'api_error', code: 'internal_error' });
    expect(JSON.stringify(body)).not.toContain('secret detail');
  });

  it('are the same 401 whatever is wrong with the key', async () => {
    const wrong = [
      undefined,
      'x',
      'fk_test_short',
      org.testKey.replace(/.$/, '_'),
      `${org.testKey}x`,
      `fk_test_${'0'.repeat(38)}`,
    ];
    const bodies = await Promise.all(
      wrong.map(async (key) => {
        const { body, headers } = await app.client(key).get('/api/v1/quotes').expect(401);
        expect(headers['www-authenticate']).toBe('Bearer');
        return JSON.stringify({ ...body.error, request_id: '' });
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it('ignore unknown fields, unless the client wants strictness', async () => {
    const body = rateRequest({
      unknown: 1,
      items: [{ ...(rateRequest().items as object[])[0], colour: 'red' }],
    });
    await org.test.post('/api/v1/quotes').send(body).expect(201);
    const strict = await org.test
      .post('/api/v1/quotes')
      .set('Prefer', 'handling=strict')
      .send(body)
      .expect(400);
    expect(strict.body.error).toMatchObject({
      code: 'unknown_parameter',
      param: expect.stringMatching(/unknown|colour/),
    });
  });

  it('take no harm from __proto__ and duplicate keys', async () => {
    const text = JSON.stringify(rateRequest()).replace(
      '{',
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},',
    );
    await org.test
      .post('/api/v1/quotes')
      .set(...JSON_TYPE)
      .send(text)
      .expect(201);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const twice = JSON.stringify(rateRequest())
      .replace('{', '{"customer_id":1,')
      .replace(/}$/, ',"customer_id":2}');
    const { body } = await org.test
      .post('/api/v1/quotes')
      .set(...JSON_TYPE)
      .send(twice)
      .expect(201);
    expect(body.data[0].customer_id).toBe(2);
  });
});
