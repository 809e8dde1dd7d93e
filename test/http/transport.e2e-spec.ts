import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { rateRequest } from '../support/factories.js';

@Controller('stumbling')
class FailingController {
  @Get()
  get(): never {
    throw new TypeError('at secretFunction (/srv/secret.js:1:1)');
  }

  /** Responds later than HTTP_WRITE_TIMEOUT. */
  @Get('slow')
  async slow(): Promise<object> {
    await sleep(2_500);
    return {};
  }
}

/**
 * Sends bytes and returns everything that the server sends until it disconnects or `forMs` have passed, with the
 * duration.
 */
async function exchange(
  url: string,
  send: (write: (text: string) => boolean) => unknown,
  forMs: number,
): Promise<{ text: string; closedAfterMs: number | null }> {
  const { hostname, port } = new URL(url);
  const start = performance.now();
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(
      Number(port),
      hostname,
      () => void send((bytes) => !socket.destroyed && (socket.write(bytes), true)),
    );
    const timer = setTimeout(() => {
      resolve({ text, closedAfterMs: null });
      socket.destroy();
    }, forMs);
    socket
      .on('data', (chunk) => (text += chunk.toString('latin1')))
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(timer);
        resolve({ text, closedAfterMs: performance.now() - start });
      });
  });
}

/** Parses the error of a raw response, whose request id is in a header too. */
function parseError(answer: string): Record<string, unknown> {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const { error } = JSON.parse(body) as { error: Record<string, unknown> };
  expect(head.toLowerCase()).toContain(`request-id: ${error.request_id as string}`);
  return error;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('HTTP transport', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp(
      {
        HTTP_HEADERS_TIMEOUT: '1s',
        HTTP_REQUEST_TIMEOUT: '2s',
        HTTP_KEEP_ALIVE_TIMEOUT: '1s',
        HTTP_WRITE_TIMEOUT: '1s',
        HTTP_MAX_CONNECTIONS: '40',
      },
      [FailingController],
    );
    org = await app.organization();
  });
  afterAll(() => app.close());

  const head = (key: string, extra = ''): string =>
    `POST /api/v1/quotes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${extra}`;

  describe('disconnects a client', () => {
    it('that sends its headers one byte at a time', async () => {
      const { text, closedAfterMs } = await exchange(
        app.url,
        async (write) => {
          for (const byte of `GET /health/live HTTP/1.1\r\nX-Slow: ${'x'.repeat(1_000)}`) {
            if (!write(byte)) return;
            await pause(50);
          }
        },
        25_000,
      );
      expect(closedAfterMs).not.toBeNull();
      expect(closedAfterMs!).toBeLessThan(20_000);
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(parseError(text)).toMatchObject({ type: 'invalid_request_error', code: 'request_timeout' });
    });

    it('that never completes its body', async () => {
      const { closedAfterMs } = await exchange(
        app.url,
        async (write) => {
          write(head(org.testKey, 'Content-Length: 1000\r\n\r\n{'));
          for (let index = 0; index < 300; index++) {
            await pause(100);
            if (!write(' ')) return;
          }
        },
        25_000,
      );
      expect(closedAfterMs).not.toBeNull();
      expect(closedAfterMs!).toBeLessThan(20_000);
    });

    it('that keeps an idle connection', async () => {
      const { text, closedAfterMs } = await exchange(
        app.url,
        (write) => write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'),
        25_000,
      );
      expect(text).toMatch(/^HTTP\/1\.1 200 /);
      expect(closedAfterMs).not.toBeNull();
    });
  });

  it('accepts requests while many clients connect without sending', async () => {
    const sockets = Array.from({ length: 60 }, () =>
      connect(Number(new URL(app.url).port), 'localhost').on('error', () => undefined),
    );
    const first = once(sockets[0]!.resume(), 'close');
    await Promise.all(sockets.slice(30).map((socket) => once(socket, 'connect')));
    await first;
    expect((await fetch(`${app.url}/health/live`)).status).toBe(200);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toMatch(/lading_http_silent_connections_closed_total [1-9]/);
    for (const socket of sockets) socket.destroy();
  });

  it('accepts requests while many clients keep idle connections', async () => {
    const sockets = Array.from({ length: 60 }, () =>
      connect(Number(new URL(app.url).port), 'localhost').on('error', () => undefined),
    );
    const answered = sockets.map((socket) => Promise.race([once(socket, 'data'), once(socket, 'close')]));
    for (const socket of sockets) socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.all(answered);
    expect((await fetch(`${app.url}/health/live`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('disconnects a client that does not read, counts it, and keeps one that waits for a slow response', async () => {
    const socket = connect(Number(new URL(app.url).port), 'localhost');
    socket.pause();
    const closed = once(socket, 'close');
    // More than the socket buffers of both sides hold.
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60));
    const slow = fetch(`${app.url}/api/v1/stumbling/slow`, {
      headers: { Authorization: `Bearer ${org.testKey}` },
    });
    await eventually(async () =>
      (await (await fetch(`${app.url}/metrics`)).text()).includes('lading_http_stalled_writes_total 1'),
    );
    socket.on('error', () => undefined).resume();
    await closed;
    expect((await slow).status).toBe(200);
  });

  describe('rejects', () => {
    it('headers above 16 KiB', async () => {
      const { text } = await exchange(
        app.url,
        (write) => write(`GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`),
        15_000,
      );
      expect(text).toMatch(/^HTTP\/1\.1 431 /);
      expect(parseError(text)).toMatchObject({ type: 'invalid_request_error', code: 'headers_too_large' });
    });

    it('a URL above 8 KiB', async () => {
      const response = await fetch(`${app.url}/api/v1/quotes?x=${'y'.repeat(9_000)}`);
      expect(response.status).toBe(414);
      const { error } = (await response.json()) as { error: object };
      expect(error).toMatchObject({ type: 'invalid_request_error', code: 'uri_too_long' });
    });

    it.each([
      ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
      ['a length and chunked encoding', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
      ['a line break inside a header', 'X-Split: a\nb: c\r\n\r\n'],
      ['a NUL in a header', 'X-Nul: a\0b\r\n\r\n'],
    ])('a request with %s', async (_name, rest) => {
      const { text } = await exchange(app.url, (write) => write(head(org.testKey, rest)), 15_000);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(parseError(text)).toMatchObject({ type: 'invalid_request_error' });
      expect(text).not.toMatch(/HTTP\/1\.1 20/);
    });

    it('a body nested deeper than 32 levels, within seconds', async () => {
      const text = `{"items":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      const start = performance.now();
      await org.test.post('/api/v1/quotes').set('Content-Type', 'application/json').send(text).expect(400);
      expect(performance.now() - start).toBeLessThan(10_000);
    });

    it('a chunked body above 256 KiB', async () => {
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
      const { text } = await exchange(
        app.url,
        (write) => write(head(org.testKey, `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`)),
        4_000,
      );
      expect(text).toMatch(/^HTTP\/1\.1 413 /);
    });
  });

  it('a request without a valid key before it reads the body', async () => {
    const { text } = await exchange(
      app.url,
      (write) => write(head('wrong', 'Content-Length: 200000\r\n\r\n')),
      1_500,
    );
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('without a stack trace or a product header', async () => {
    for (const answer of [
      await org.test.get('/api/v1/stumbling'),
      await org.test.get('/api/v1/%ff'),
      await app.client().get('/%ff'),
      await app.client().get('/docs/%ff'),
      await app.client().get('/nothing'),
    ]) {
      expect(answer.text).not.toMatch(/\.js|\.ts|node_modules|at \w+ \(|secretFunction/);
      expect(answer.headers).not.toHaveProperty('x-powered-by');
    }
  });

  it('forbids content sniffing and caching of API responses', async () => {
    const { headers } = await org.test.get('/api/v1/quotes').expect(200);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  });

  it('sends a Content-Security-Policy with pages, under which Swagger UI works', async () => {
    const page = await app.client().get('/docs').expect(200);
    const policy = page.headers['content-security-policy']!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("script-src 'self' 'unsafe");
    expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    for (const [, script] of page.text.matchAll(/<script src="([^"]+)"/g)) {
      const { headers, status } = await app.client().get(new URL(script!, `${app.url}/docs`).pathname);
      expect({ script, status }).toEqual({ script, status: 200 });
      expect(headers['content-type']).toContain('javascript');
    }
    expect((await app.client().get('/docs/errors')).headers).toHaveProperty('content-security-policy');
  });

  describe('across origins', () => {
    it('sends no CORS headers unless origins are configured', async () => {
      const { headers } = await org.test
        .get('/api/v1/quotes')
        .set('Origin', 'https://evil.example')
        .expect(200);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      const preflight = await app.client().options('/api/v1/quotes').set('Origin', 'https://evil.example');
      expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
    });

    it('allows the configured origins only', async () => {
      const open = await startApp({ CORS_ORIGINS: 'https://app.example.com,https://b.example.com' });
      const { test } = await open.organization();
      const from = (origin: string) => test.get('/api/v1/quotes').set('Origin', origin);
      const own = await from('https://app.example.com').expect(200);
      expect(own.headers['access-control-allow-origin']).toBe('https://app.example.com');
      expect(own.headers['access-control-expose-headers']).toContain('RateLimit');
      const other = await from('https://evil.example').expect(200);
      expect(other.headers).not.toHaveProperty('access-control-allow-origin');
      const preflight = await open
        .client()
        .options('/api/v1/quotes')
        .set('Origin', 'https://app.example.com')
        .set('Access-Control-Request-Method', 'POST')
        .expect(204);
      expect(preflight.headers['access-control-allow-headers']).toContain('Idempotency-Key');
      await open.close();
    });
  });

  it('still works after these tests', async () => {
    await org.test.post('/api/v1/quotes').send(rateRequest()).expect(201);
  });
});
