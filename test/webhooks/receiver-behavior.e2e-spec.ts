import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { respondWith, findClosedPort, Receivers } from '../support/receiver.js';
import { Fixture } from '../support/fixture.js';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
/** Far above the attempt's timeout of a second, far below the duration of these responses. */
const DEADLINE_MS = 8_000;

describe('webhook deliveries to', () => {
  let bench: Fixture;
  const receivers = new Receivers();

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());
  afterEach(() => receivers.close());

  describe('a receiver that', () => {
    const failing = async (url: string, error: string, status: number | null = null) => {
      const delivery = await bench.deliverOnce(url);
      expect(delivery.attempts[0]).toMatchObject({ error, response_status: status });
      return delivery.attempts[0]!;
    };
    const succeeding = async (url: string) => {
      const delivery = await bench.deliverOnce(url);
      expect(delivery).toMatchObject({ status: 'delivered', response_status: 200, error: null });
      return delivery;
    };

    it('refuses connections', async () => {
      await failing(await findClosedPort(), 'connect');
    });

    it('has a name that does not resolve', async () => {
      const delivery = await bench.deliverOnce('http://receiver.invalid');
      expect(['dns', 'timeout']).toContain(delivery.attempts[0]!.error);
    });

    it('accepts connections and never responds', async () => {
      const { url } = await receivers.startRawReceiver(() => undefined);
      const attempt = await failing(url, 'timeout');
      expect(attempt.duration_ms).toBeGreaterThanOrEqual(950);
      expect(attempt.duration_ms).toBeLessThan(DEADLINE_MS);
    });

    it('sends its headers one byte at a time', async () => {
      const { url } = await receivers.startRawReceiver(async (socket) => {
        for (const byte of HEAD) {
          if (!socket.write(byte)) return;
          await sleep(100);
        }
      });
      await failing(url, 'timeout');
    });

    it('sends an endless body after a 200', async () => {
      const { url } = await receivers.startRawReceiver((socket) => {
        socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
        const chunk = `400\r\n${'x'.repeat(1_024)}\r\n`;
        const more = (): void => {
          while (!socket.destroyed && socket.write(chunk));
        };
        socket.on('drain', more);
        more();
      });
      const { response_body: body } = await succeeding(url);
      expect(body).toBe('x'.repeat(2_048));
    });

    it('sends its body one byte at a time after a 200', async () => {
      const { url } = await receivers.startRawReceiver(async (socket) => {
        socket.write(`${HEAD}Content-Length: 1000\r\n\r\n`);
        while (!socket.destroyed) {
          socket.write('y');
          await sleep(100);
        }
      });
      const { response_body: body, duration_ms: duration } = await succeeding(url);
      expect(body).toMatch(/^y+$/);
      expect(duration).toBeLessThan(DEADLINE_MS);
    });

    it('declares a body of 2 GB', async () => {
      const { url } = await receivers.startRawReceiver((socket) => {
        socket.write(`${HEAD}Content-Length: 2147483648\r\n\r\n${'z'.repeat(64 * 1_024)}`);
      });
      expect((await succeeding(url)).response_body).toBe('z'.repeat(2_048));
    });

    it('responds with a decompression bomb', async () => {
      const bomb = gzipSync(Buffer.alloc(150_000_000));
      const { url } = await receivers.startReceiver(respondWith(200, { 'Content-Encoding': 'gzip' }, ''));
      receivers.last.responder = (_delivery, response) =>
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
      const before = process.memoryUsage().rss;
      const delivery = await succeeding(url);
      expect(receivers.last.received[0]!.headers['accept-encoding']).toBe('identity');
      expect(delivery.response_body!.length).toBeLessThanOrEqual(2_048);
      expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    });

    it('sends 100 KB of headers', async () => {
      const { url } = await receivers.startRawReceiver((socket) => {
        socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${'h'.repeat(100_000)}\r\n\r\n`);
      });
      await failing(url, 'protocol');
    });

    it('resets before it responds', async () => {
      const { url } = await receivers.startRawReceiver((socket) => socket.resetAndDestroy());
      await failing(url, 'reset');
    });

    it('closes without a response', async () => {
      const { url } = await receivers.startRawReceiver((socket) => socket.end());
      await failing(url, 'reset');
    });

    it('resets in the middle of its body after a 200', async () => {
      const { url } = await receivers.startRawReceiver(async (socket) => {
        socket.write(`${HEAD}Content-Length: 1000\r\n\r\nhalf`);
        // A reset discards the bytes that the client has not read yet.
        await sleep(100);
        socket.resetAndDestroy();
      });
      expect((await succeeding(url)).response_body).toBe('half');
    });

    it.each([
      ['junk', 'hello, I am no HTTP\r\n\r\n'],
      ['half a status line', 'HTTP/1.1 2'],
      ['two lengths', `${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`],
      ['endless interim answers', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)],
    ])('responds with %s', async (name, text) => {
      const { url } = await receivers.startRawReceiver((socket) => socket.end(text));
      const delivery = await bench.deliverOnce(url);
      expect(['protocol', 'reset']).toContain(delivery.attempts[0]!.error);
      if (name === 'junk') expect(delivery.attempts[0]!.error).toBe('protocol');
    });

    it('switches protocols', async () => {
      const { url } = await receivers.startRawReceiver((socket) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      });
      await failing(url, 'http_status', 101);
    });

    it.each([301, 302, 303, 307, 308])('redirects with %i fail without being followed', async (status) => {
      const target = await receivers.startReceiver();
      const { url } = await receivers.startReceiver(respondWith(status, { Location: target.url }));
      await failing(url, 'http_status', status);
      expect(target.received).toHaveLength(0);
    });

    it('responds with bytes that are not text', async () => {
      const { url } = await receivers.startReceiver((_delivery, response) =>
        response.end(Buffer.from([0, 1, 0xff, 0xfe, 0x41, 0xe2, 0x82])),
      );
      expect((await succeeding(url)).response_body).toBe('\uFFFD\u0001\uFFFD\uFFFDA');
    });

    it('uses TLS with an untrusted certificate', async () => {
      const { url, received } = await receivers.startReceiver(undefined, { tls: true });
      await failing(url, 'tls');
      expect(received).toEqual([]);
    });

    it('does not speak TLS on an HTTPS URL', async () => {
      const { url } = await receivers.startRawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
      await failing(url.replace('http:', 'https:'), 'tls');
    });
  });
});
