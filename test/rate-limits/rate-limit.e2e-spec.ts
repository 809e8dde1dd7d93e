import { Agent, request as send } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ReservedConnectionPool } from '../../src/platform/database/reserved-connection-pool.js';
import { generateKey } from '../../src/platform/auth/key-format.js';
import { toClientKey } from '../../src/platform/rate-limits/networks.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { rateRequest } from '../support/factories.js';

const ON = { RATE_LIMIT_ENABLED: 'true' };
const REDIS_URL = process.env.REDIS_URL;
const WINDOW_MS = 2_000;
const HOUR_MS = 3_600_000;
const BURST = 1_000;

/** Sends a burst over the apps, with at most 50 connections to each, and returns the statuses. */
async function sendBurst(apps: TestApp[], key: string, size = BURST): Promise<number[]> {
  const agents = apps.map(() => new Agent({ keepAlive: true, maxSockets: 50 }));
  const one = (index: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const turn = index % apps.length;
      const headers = { Authorization: `Bearer ${key}` };
      const outgoing = send(`${apps[turn]!.url}/api/v1/carriers/SIM1`, { agent: agents[turn], headers });
      outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode!)).on('error', reject);
      outgoing.end();
    });
  const statuses = await Promise.all(Array.from({ length: size }, (_, index) => one(index)));
  for (const agent of agents) agent.destroy();
  return statuses;
}

/** Runs work within one window. If the machine is too slow for that, runs it again with a new key. */
async function runInOneWindow<T>(app: TestApp, work: (org: TestOrganization) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const org = await app.organization();
    const start = performance.now();
    const result = await work(org);
    if (performance.now() - start < WINDOW_MS || attempt === 10) return result;
  }
}

async function countPasses(apps: TestApp[]): Promise<{ passed: number; refused: number }> {
  const statuses = await runInOneWindow(apps[0]!, ({ testKey }) => sendBurst(apps, testKey));
  const passed = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 429).length;
  return { passed, refused };
}

describe('rate limits', () => {
  const open: TestApp[] = [];
  const start = async (env: Record<string, string> = {}): Promise<TestApp> => {
    const app = await startApp({ ...ON, ...env });
    open.push(app);
    return app;
  };
  afterEach(async () => {
    for (const app of open.splice(0)) await app.close();
    jest.restoreAllMocks();
  });

  describe('of a key', () => {
    let app: TestApp;
    let org: TestOrganization;
    beforeAll(async () => {
      app = await startApp({ ...ON, RATE_LIMIT_TEST: '10', RATE_LIMIT_ADDRESS: '1000' });
    });
    afterAll(() => app.close());

    it('are in the headers of every API response', async () => {
      const answers = await runInOneWindow(app, async ({ test }) => [
        await test.get('/api/v1/carriers').expect(200),
        await test.post('/api/v1/quotes').send(rateRequest()).expect(201),
        await test.post('/api/v1/quotes').send({}).expect(400),
        await test.post('/api/v1/quotes').set('Content-Type', 'application/json').send('{').expect(400),
        await test.post('/api/v1/quotes').set('Content-Type', 'text/plain').send('x').expect(415),
        await test.get('/api/v1/quotes/999999').expect(404),
        await test.get('/api/v1/nothing').expect(404),
        await test.put('/api/v1/quotes').expect(405),
      ]);
      answers.forEach(({ headers }, index) => {
        expect(headers['ratelimit-policy']).toBe('"default";q=20;w=2');
        const [, left] = /^"default";r=(\d+);t=[12]$/.exec(headers.ratelimit!)!;
        expect(Number(left)).toBe(19 - index);
      });
      const { headers } = await app.client().get('/api/v1/quotes').expect(401);
      expect(headers['ratelimit-policy']).toBe('"address";q=2000;w=2');
      expect(headers.ratelimit).toMatch(/^"address";r=\d+;t=[12]$/);
      const health = await app.client().get('/health/live').expect(200);
      expect(health.headers).not.toHaveProperty('ratelimit');
    });

    it('return 429 with Retry-After for that key only, until the window ends', async () => {
      const { body, headers, status } = await runInOneWindow(app, async (fresh) => {
        org = fresh;
        await sendBurst([app], org.testKey, 20);
        return org.test.get('/api/v1/carriers');
      });
      expect(status).toBe(429);
      expect(body.error).toMatchObject({ type: 'rate_limit_error', code: 'rate_limited' });
      expect(headers['retry-after']).toMatch(/^[12]$/);
      expect(headers.ratelimit).toMatch(/^"default";r=0;t=[12]$/);
      const other = await app.organization();
      await other.test.get('/api/v1/carriers').expect(200);
      const live = await org.live.get('/api/v1/carriers').expect(200);
      expect(live.headers['ratelimit-policy']).toBe('"default";q=200;w=2');
      await eventually(async () => (await org.test.get('/api/v1/carriers')).status === 200);
    });

    it('do not use up the Idempotency-Key of a rejected request', async () => {
      const post = () =>
        org.test.post('/api/v1/quotes').set('Idempotency-Key', 'limited').send(rateRequest());
      const { status } = await runInOneWindow(app, async (fresh) => {
        org = fresh;
        await sendBurst([app], org.testKey, 20);
        return post();
      });
      expect(status).toBe(429);
      const { headers } = await eventually(async () => {
        const answer = await post();
        return answer.status === 201 ? answer : undefined;
      });
      expect(headers).not.toHaveProperty('idempotent-replayed');
    });
  });

  describe('of an organization', () => {
    const REQUESTS_PER_WINDOW = 4 * 2 * 25;
    const addKey = async ({ test }: TestOrganization): Promise<string> =>
      ((await test.post('/api/v1/keys').send({})).body as { key: string }).key;

    it.each(['memory', 'postgres', ...(REDIS_URL ? ['redis'] : [])])(
      'apply to five keys together and to no other organization, in %s',
      async (store) => {
        // On a slow machine, 250 connections would reach the limit of concurrent requests first.
        const env = { RATE_LIMIT_STORE: store, QUOTA_IN_FLIGHT: '1000' };
        const app = await start({ ...env, ...(store === 'redis' && { REDIS_URL: REDIS_URL! }) });
        const quiet = await app.organization();
        const { statuses, refused, other } = await runInOneWindow(app, async (org) => {
          const keys = [org.testKey];
          while (keys.length < 5) keys.push(await addKey(org));
          const bursts = await Promise.all(keys.map((key) => sendBurst([app], key, 50)));
          return {
            statuses: bursts.flat(),
            refused: await app.client(keys[4]).get('/api/v1/carriers'),
            other: await quiet.test.get('/api/v1/carriers'),
          };
        });
        const creations = 4;
        expect(statuses.filter((status) => status === 200)).toHaveLength(REQUESTS_PER_WINDOW - creations);
        expect(refused.status).toBe(429);
        expect(other.status).toBe(200);
      },
    );

    it('are in the headers and in GET /limits once fewer requests of the organization remain', async () => {
      const app = await start({ RATE_LIMIT_ORGANIZATION: '26' });
      const [first, second, refused] = await runInOneWindow(app, async (org) => {
        const [a, b] = [app.client(await addKey(org)), app.client(await addKey(org))];
        const limits = await a.get('/api/v1/limits');
        const other = await b.get('/api/v1/carriers');
        await sendBurst([app], org.testKey, 48);
        return [limits, other, await b.get('/api/v1/carriers')];
      });
      expect(first!.body.rates.slice(0, 2)).toEqual([
        { policy: 'default', limit: 50, window_seconds: 2 },
        { policy: 'organization', limit: 52, window_seconds: 2 },
      ]);
      expect(first!.headers.ratelimit).toMatch(/^"default";r=49;t=[12]$/);
      expect(second!.headers).toMatchObject({
        'ratelimit-policy': '"organization";q=52;w=2',
        ratelimit: expect.stringMatching(/^"organization";r=48;t=[12]$/),
      });
      expect(refused!.status).toBe(429);
      expect(refused!.headers).toMatchObject({
        ratelimit: expect.stringMatching(/^"organization";r=0;t=[12]$/),
        'retry-after': expect.stringMatching(/^[12]$/),
      });
    });

    it('do not count a request that its key may not send', async () => {
      const app = await start({ RATE_LIMIT_TEST: '5' });
      const { own, other } = await runInOneWindow(app, async (org) => {
        const key = await addKey(org);
        return { own: await sendBurst([app], org.testKey, 100), other: await sendBurst([app], key, 10) };
      });
      expect(own.filter((status) => status === 200)).toHaveLength(9);
      expect(new Set(other)).toEqual(new Set([200]));
    });
  });

  it('are exact in a burst of 1,000, in memory', async () => {
    const app = await start();
    expect(await countPasses([app])).toEqual({ passed: 50, refused: BURST - 50 });
  });

  it('are exact across two processes, on PostgreSQL', async () => {
    const first = await start({ RATE_LIMIT_STORE: 'postgres' });
    const second = await start({ RATE_LIMIT_STORE: 'postgres', DATABASE_URL: getUrl(first) });
    expect(await countPasses([first, second])).toEqual({ passed: 50, refused: BURST - 50 });
  });

  describe.each(['memory', 'postgres'])('in %s', (store) => {
    it('end with their window although the clock is set back', async () => {
      const app = await start({ RATE_LIMIT_STORE: store, RATE_LIMIT_TEST: '1', RATE_LIMIT_ADDRESS: '1' });
      const org = await app.organization();
      const askedAs = async (key?: string) => app.client(key).get('/api/v1/carriers');
      for (let round = 0; round < 3; round++) await Promise.all([askedAs(org.testKey), askedAs()]);
      const wall = Date.now.bind(Date);
      jest.spyOn(Date, 'now').mockImplementation(() => wall() - HOUR_MS);
      // Shifts the expiry of the counters, which is equivalent to setting the database clock back.
      await app.sql.query('UPDATE rate_limits SET expire = expire + $1', [HOUR_MS]);
      for (const key of [org.testKey, undefined]) {
        const { headers } = await askedAs(key);
        expect(Number(headers['retry-after'] ?? 1)).toBeLessThanOrEqual(2);
      }
      await eventually(async () => (await askedAs(org.testKey)).status === 200);
      await eventually(async () => (await askedAs()).status === 401);
    });
  });

  it('can be disabled', async () => {
    const app = await start({ RATE_LIMIT_ENABLED: 'false', RATE_LIMIT_TEST: '1' });
    const org = await app.organization();
    for (let round = 0; round < 5; round++) {
      const { headers } = await org.test.get('/api/v1/carriers').expect(200);
      expect(headers).not.toHaveProperty('ratelimit');
    }
  });

  describe('of public pages', () => {
    const paths = [
      '/docs',
      '/docs/swagger-ui.css',
      '/docs/errors',
      '/openapi.json',
      '/openapi.yaml',
      '/',
      '/none',
    ];

    it('count requests by address and return 429 with Retry-After', async () => {
      const app = await start({ RATE_LIMIT_PUBLIC: '2', TRUST_PROXY: 'loopback' });
      const org = await app.organization();
      for (const [index, path] of paths.entries()) {
        const get = (address: string) => app.client().get(path).set('X-Forwarded-For', address);
        await get('203.0.113.9');
        let attempt = 0;
        const burst = await runInOneWindow(app, () => {
          const address = `198.51.${++attempt}.${index}`;
          return Promise.all(Array.from({ length: 6 }, () => get(address)));
        });
        const refused = burst.filter(({ status }) => status === 429);
        expect(refused).toHaveLength(2);
        expect(refused[0]!.body.error.code).toBe('rate_limited');
        expect(refused[0]!.headers['retry-after']).toMatch(/^[12]$/);
        expect(refused[0]!.headers['ratelimit-policy']).toBe('"public";q=4;w=2');
        await org.test
          .get('/api/v1/carriers')
          .set('X-Forwarded-For', `198.51.${attempt}.${index}`)
          .expect(200);
      }
    });

    it('do not apply to health checks and metrics', async () => {
      const app = await start({ RATE_LIMIT_PUBLIC: '1' });
      for (let round = 0; round < 5; round++)
        for (const path of ['/health/live', '/health/ready', '/metrics'])
          await app.client().get(path).expect(200);
    });

    it('are disabled with the other limits', async () => {
      const app = await start({ RATE_LIMIT_PUBLIC: '1', RATE_LIMIT_ENABLED: 'false' });
      for (let round = 0; round < 5; round++) await app.client().get('/openapi.yaml').expect(200);
    });
  });

  describe('of an address', () => {
    it('count failed authentications, then reject requests before the key is looked up', async () => {
      const app = await start({ RATE_LIMIT_ADDRESS: '5' });
      const org = await app.organization();
      const statuses: number[] = [];
      for (let round = 0; round < 12; round++) {
        statuses.push((await app.client(generateKey('test')).get('/api/v1/quotes')).status);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
      const prepared = jest.spyOn(app.app.get(ReservedConnectionPool), 'query');
      const { body, headers } = await org.test.get('/api/v1/quotes').expect(429);
      expect(body.error.code).toBe('rate_limited');
      expect(headers['retry-after']).toMatch(/^[12]$/);
      // The delivery engine runs its own queries meanwhile.
      expect(prepared.mock.calls.filter(([{ name }]) => name?.startsWith('api_key'))).toEqual([]);
      await eventually(async () => (await org.test.get('/api/v1/quotes')).status === 200);
    });

    it('do not apply to keys that were valid recently', async () => {
      const app = await start({ RATE_LIMIT_ADDRESS: '2' });
      const org = await app.organization();
      await org.test.get('/api/v1/quotes').expect(200);
      const guess = () => app.client(generateKey('test')).get('/api/v1/quotes');
      for (let round = 0; round < 8; round++) await guess();
      await guess().expect(429);
      await org.live.get('/api/v1/quotes').expect(429);
      await org.test.get('/api/v1/quotes').expect(200);
    });

    it('use the address of the connection and ignore X-Forwarded-For', async () => {
      const app = await start({ RATE_LIMIT_ADDRESS: '1' });
      const statuses = await Promise.all(
        [1, 2, 3].map(
          async (host) =>
            (await app.client().get('/api/v1/quotes').set('X-Forwarded-For', `198.51.100.${host}`)).status,
        ),
      );
      expect(statuses.sort()).toEqual([401, 401, 429]);
    });

    it('use the address of the client behind a trusted proxy', async () => {
      const app = await start({ RATE_LIMIT_ADDRESS: '1', TRUST_PROXY: 'loopback' });
      const status = async (host: string): Promise<number> =>
        (await app.client().get('/api/v1/quotes').set('X-Forwarded-For', host)).status;
      expect([await status('198.51.100.1'), await status('198.51.100.1')]).toEqual([401, 401]);
      expect(await status('198.51.100.1')).toBe(429);
      expect(await status('198.51.100.2')).toBe(401);
      expect(await status('203.0.113.9, 198.51.100.1')).toBe(429);
    });

    it.each([
      ['192.0.2.1', '192.0.2.1'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
      ['junk', 'unknown'],
      [undefined, 'unknown'],
    ])('count %s as %s', (address, client) => {
      expect(toClientKey(address)).toBe(client);
    });
  });

  describe('without their store', () => {
    it('count in the process and log a warning once', async () => {
      const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
      const app = await start({ REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_STORE: 'redis' });
      const { passed, refused } = await countPasses([app]);
      expect({ passed, refused }).toEqual({ passed: 50, refused: BURST - 50 });
      const said = warn.mock.calls.filter(([text]) => String(text).includes('Rate limit store unavailable'));
      expect(said).toHaveLength(1);
    });
  });

  const onRedis = REDIS_URL ? describe : describe.skip;
  onRedis('on Redis', () => {
    it('are exact across two processes', async () => {
      const first = await start({ REDIS_URL: REDIS_URL! });
      const second = await start({ REDIS_URL: REDIS_URL!, DATABASE_URL: getUrl(first) });
      expect(await countPasses([first, second])).toEqual({ passed: 50, refused: BURST - 50 });
    });

    it('end with their window although the clock of Redis is set back', async () => {
      const app = await start({ REDIS_URL: REDIS_URL!, RATE_LIMIT_TEST: '1' });
      const { test } = await app.organization();
      const redis = new Redis(REDIS_URL!);
      for (let round = 0; round < 3; round++) await test.get('/api/v1/carriers');
      for (const key of await redis.keys('lading:test:*')) await redis.pexpire(key, HOUR_MS);
      redis.disconnect();
      await eventually(async () => (await test.get('/api/v1/carriers')).status === 200);
    });

    it.each(['cut', 'hang'] as const)(
      'continue in the process without a 500 after a store failure: %s',
      async (fault) => {
        const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
        const proxy = await startProxy(REDIS_URL!);
        const app = await start({ REDIS_URL: proxy.url, RATE_LIMIT_STORE: 'redis' });
        const org = await app.organization();
        await org.test.get('/api/v1/carriers').expect(200);
        expect(warn).not.toHaveBeenCalled();
        proxy[fault]();
        const statuses = await runInOneWindow(app, ({ testKey }) => sendBurst([app], testKey, 200));
        expect(new Set(statuses)).toEqual(new Set([200, 429]));
        expect(statuses.filter((status) => status === 200)).toHaveLength(50);
        expect(
          warn.mock.calls.filter(([text]) => String(text).includes('Rate limit store unavailable')),
        ).toHaveLength(1);
        await proxy.close();
      },
    );
  });
});

function getUrl(app: TestApp): string {
  return (app.sql.options as { url: string }).url;
}

interface Proxy {
  url: string;
  cut(): void;
  hang(): void;
  close(): Promise<void>;
}

/** A proxy between the service and Redis that can fail. */
async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let hanging = false;
  const server: Server = createServer((client) => {
    const upstream = connect(Number(port || 6379), hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined));
    client.on('data', (chunk) => hanging || upstream.write(chunk));
    upstream.on('data', (chunk) => hanging || client.write(chunk));
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    hang: () => void (hanging = true),
    close: async () => cut(),
  };
}
