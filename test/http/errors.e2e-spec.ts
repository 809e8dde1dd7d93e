import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { Controller, Get } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERRORS } from '../../src/platform/http/errors/errors.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newQuote, rateRequest } from '../support/factories.js';

const JSON_TYPE = ['Content-Type', 'application/json'] as const;

/** Throws an unexpected exception. */
@Controller('thrown-bug')
class BrokenController {
  @Get()
  get(): never {
    throw new TypeError('secret detail');
  }
}

describe('error responses', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({}, [BrokenController]);
    org = await app.organization();
  });
  afterAll(() => app.close());

  it('have one envelope with a code, a request id and the URL of an explanation', async () => {
    const response = await org.test.get('/api/v1/quotes/999').expect(404);
    expect(response.body).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: expect.any(String),
        doc_url: `http://localhost:${new URL(app.url).port}/docs/errors#resource_missing`,
        request_id: response.headers['request-id'],
      },
    });
    const page = await app.client().get('/docs/errors').expect(200);
    for (const code of Object.keys(ERRORS)) expect(page.text).toContain(`id="${code}"`);
  });

  it('are 404 for an unknown route and 405 with Allow for a known one', async () => {
    expect((await org.test.get('/api/v1/nothing').expect(404)).body.error.code).toBe('route_missing');
    const { body, headers } = await org.test.put('/api/v1/quotes').expect(405);
    expect(body.error.code).toBe('method_not_allowed');
    expect(headers.allow).toBe('GET, POST');
  });

  it.each(['patch', 'delete', 'get', 'options'] as const)(
    "are 405 with the path's own Allow for %s on a literal path next to an id path",
    async (method) => {
      const { body, headers } = await org.test[method]('/api/v1/addresses/validate').expect(405);
      expect(body.error.code).toBe('method_not_allowed');
      expect(headers.allow).toBe('POST');
    },
  );

  it.each(['abc', '1.5', '-1', '1e3', '99999999999999999999', '%00', "1'--"])(
    'are 404 for the malformed id %s',
    async (id) => {
      const { body } = await org.test.get(`/api/v1/quotes/${id}`).expect(404);
      expect(body.error.code).toBe('resource_missing');
    },
  );

  it.each([
    ['get', '/quotes/group/%00'],
    ['get', '/quotes/group/qg_%00'],
    ['get', '/carriers/%00'],
    ['get', '/carriers/S%00M1'],
    ['get', '/tracking/%00'],
    ['get', '/tracking/1%0023'],
    ['delete', '/tracking/1%0023'],
    ['post', '/tracking/1%0023/refresh'],
    ['post', '/sandbox/simulate/quote.created%00'],
  ] as const)('are 404 for a NUL in a path: %s %s', async (method, path) => {
    const { body } = await org.test[method](`/api/v1${path}`).expect(404);
    expect(body.error.code).toBe('resource_missing');
  });

  it('name a query parameter that contains a NUL', async () => {
    const { body } = await org.test.get('/api/v1/customers?external_ref=%00').expect(400);
    expect(body.error.param).toBe('external_ref');
  });

  it('are 404 for a path in different case', async () => {
    for (const path of [
      '/API/v1/carriers',
      '/api/V1/carriers',
      '/api/v1/Carriers',
      '/Docs',
      '/OPENAPI.json',
    ]) {
      const { body } = await org.test.get(path).expect(404);
      expect(body.error.code).toBe('route_missing');
    }
    await org.test.get('/api/v1/carriers/sim1').expect(200);
  });

  it('are explained on a page for phones too, with code in code elements', async () => {
    const { text } = await app.client().get('/docs/errors').expect(200);
    expect(text).toContain('<meta name="viewport" content="width=device-width');
    expect(text).toContain('range of the parameter in <code>param</code>');
    expect(text.replace(/<style>.*<\/style>/s, '')).not.toMatch(/`|&#x60;/);
  });

  it.each(['.', '..', '...', '- .', '#'])(
    'reject the tracking number %s, which cannot be part of a path',
    async (number) => {
      const { body } = await org.test.post('/api/v1/tracking').send({ tracking_number: number }).expect(400);
      expect(body.error.param).toBe('tracking_number');
    },
  );

  it('ignore a trailing slash, and a list returns its path without one', async () => {
    for (const name of ['quotes', 'freight', 'shipments', 'carriers']) {
      const { body } = await org.test.get(`/api/v1/${name}/`).expect(200);
      expect(body.url).toBe(`/api/v1/${name}`);
    }
    const { headers, body } = await org.test.post('/api/v1/customers/').send({ name: 'Ann' }).expect(201);
    expect(headers.location).toBe(`/api/v1/customers/${body.id}`);
  });

  it('are 404 for other notations of an existing id', async () => {
    const { id } = await newQuote(org.test);
    await org.test.get(`/api/v1/quotes/${id}`).expect(200);
    for (const other of [`0${id}`, `0x${id.toString(16)}`, `%2B${id}`, `${id}.0`, `${id}e0`, `%20${id}`])
      await org.test.get(`/api/v1/quotes/${other}`).expect(404);
  });

  it('are JSON outside the API too, and / redirects to the documentation', async () => {
    for (const path of ['/nothing', '/api', '/api/v2/quotes', '/metricsx', '/.env']) {
      const { body } = await app.client().get(path).expect(404);
      expect(body.error).toMatchObject({ code: 'route_missing', request_id: expect.any(String) });
    }
    expect((await app.client().get('/').expect(302)).headers.location).toBe('/docs');
  });

  it('are 404 for API requests to a worker', async () => {
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
    'do not occur for a body of type %s',
    async (type) => {
      const text = JSON.stringify(rateRequest());
      await org.test.post('/api/v1/quotes').set('Content-Type', type).send(text).expect(201);
    },
  );

  it('are 405 for writes to a documentation page and 404 for unknown pages', async () => {
    for (const page of ['/docs', '/docs/errors', '/openapi.json']) {
      const { body, headers } = await app.client().put(page).expect(405);
      expect(body.error.code).toBe('method_not_allowed');
      expect(headers.allow).toBe('GET, HEAD');
    }
    const { body } = await app.client().get('/docs/.env').expect(404);
    expect(body.error.code).toBe('route_missing');
  });

  it('are 400 for an email with an unpaired surrogate', async () => {
    const { body } = await org.test
      .post('/api/v1/customers')
      .set('Content-Type', 'application/json')
      .send('{"name":"x","email":"a@\\ud83d.com"}')
      .expect(400);
    expect(body.error.param).toBe('email');
  });

  it('are 404 for a path with invalid percent encoding', async () => {
    await org.test.get('/api/v1/quotes/%E0%A4%A').expect(404);
  });

  it.each([
    ['truncated', '{'],
    ['an array', '[]'],
    ['a string', '"text"'],
    ['null', 'null'],
    ['one with a trailing comma', '{"a":1,}'],
    ['deep arrays', '['.repeat(200_000)],
    ['deep objects', `{"a":${'{"a":'.repeat(40)}1${'}'.repeat(41)}`],
  ])('are 400 without param for a body that is not a JSON object: %s', async (_kind, text) => {
    const { body } = await org.test
      .post('/api/v1/quotes')
      .set(...JSON_TYPE)
      .send(text)
      .expect(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_json' });
    expect(body.error).not.toHaveProperty('param');
  });

  it('do not occur for null as the body of an operation without required fields', async () => {
    const { body } = await org.test
      .post('/api/v1/freight/1/book')
      .set(...JSON_TYPE)
      .send('null')
      .expect(404);
    expect(body.error.code).toBe('resource_missing');
  });

  it('are 400 for invalid UTF-8', async () => {
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

  it('are 413 above 256 KiB', async () => {
    const { body } = await org.test
      .post('/api/v1/quotes')
      .send({ note: 'x'.repeat(300_000) })
      .expect(413);
    expect(body.error.code).toBe('payload_too_large');
  });

  const encoders = [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ] as const;
  const sendEncoded = async (path: string, encoding: string, body: Buffer) => {
    const headers = {
      Authorization: `Bearer ${org.testKey}`,
      'Content-Type': 'application/json',
      'Content-Encoding': encoding,
    };
    const response = await fetch(`${app.url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    });
    const { error } = (await response.json()) as {
      error?: { code: string; message?: string; param?: string };
    };
    return { status: response.status, error };
  };

  it.each(encoders)('are 400 for a body that does not match its %s encoding', async (encoding, compress) => {
    const whole = compress(JSON.stringify(rateRequest()));
    expect((await sendEncoded('/quotes', encoding, whole)).status).toBe(201);
    const takesNoBody = '/freight/1/cancel';
    for (const path of ['/quotes', takesNoBody]) {
      for (const broken of [Buffer.from('{"a":1}'), whole.subarray(0, whole.length >> 1)]) {
        const { status, error } = await sendEncoded(path, encoding, broken);
        expect({ status, code: error?.code }).toEqual({ status: 400, code: 'invalid_json' });
        expect(error).not.toHaveProperty('param');
      }
    }
  });

  it.each(encoders)(
    'are 413 for a small %s body that decompresses to more than 256 KiB',
    async (encoding, compress) => {
      const bomb = compress(Buffer.alloc(64 * 1024 * 1024, ' '));
      expect(bomb.length).toBeLessThan(256 * 1024);
      expect((await sendEncoded('/quotes', encoding, bomb)).error?.code).toBe('payload_too_large');
    },
  );

  it('are 415 for an unknown content encoding', async () => {
    const { status, error } = await sendEncoded('/quotes', 'compress', Buffer.from('{}'));
    expect({ status, code: error?.code }).toEqual({ status: 415, code: 'unsupported_media_type' });
    expect(error?.message).toMatch(/^The Content-Encoding is not supported[.]/);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16'])(
    'are 415 for %s',
    async (type) => {
      const { body } = await org.test.post('/api/v1/quotes').set('Content-Type', type).send('{}').expect(415);
      expect(body.error.code).toBe('unsupported_media_type');
    },
  );

  it('contain no message of an unexpected exception', async () => {
    const { body } = await org.test.get('/api/v1/thrown-bug').expect(500);
    expect(body.error).toMatchObject({ type: 'api_error', code: 'internal_error' });
    expect(JSON.stringify(body)).not.toContain('secret detail');
  });

  it('are the same 401 for any invalid key', async () => {
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

  it('do not occur for unknown fields unless the client requests strict handling', async () => {
    const body = rateRequest({ unknown: 1 });
    await org.test.post('/api/v1/quotes').send(body).expect(201);
    const strict = await org.test
      .post('/api/v1/quotes')
      .set('Prefer', 'handling=strict')
      .send(body)
      .expect(400);
    expect(strict.body.error).toMatchObject({
      code: 'unknown_parameter',
      param: 'unknown',
    });
  });

  it.each([
    ['handling=strict', true],
    ['handling="strict"', true],
    ['handling = strict', true],
    ['respond-async, Handling=STRICT; wait=1', true],
    ['handling=lenient', false],
    ['handling=lenient, handling=strict', false],
    ['x-handling=strict', false],
    ['handling=strictly', false],
  ])('treat Prefer: %s as RFC 7240 defines it', async (prefer, strict) => {
    const response = await org.test
      .post('/api/v1/quotes')
      .set('Prefer', prefer)
      .send(rateRequest({ unknown: 1 }));
    expect(response.status).toBe(strict ? 400 : 201);
    expect(response.headers['preference-applied']).toBe(strict ? 'handling=strict' : undefined);
  });

  it.each(['/api/v1/freight', '/api/v1/limits'])('of %s reject __proto__ in a query', async (path) => {
    const { body } = await org.test.get(`${path}?__proto__=1`).expect(400);
    expect(body.error).toMatchObject({ code: 'unknown_parameter', param: '__proto__' });
  });

  it('do not occur for __proto__ and duplicate keys in a body', async () => {
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
