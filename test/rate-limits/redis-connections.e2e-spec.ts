import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { findFreePort } from '../support/free-port.js';
import { buildRedisEnv, hasRedis } from '../support/redis.js';
import {
  startRedisCluster,
  startRedisSentinels,
  type HighAvailabilityRedis,
} from '../support/redis-high-availability.js';
import { CERTIFICATE_FILE, CERTIFICATE_KEY_FILE } from '../support/receiver.js';
import { startService, type ServiceProcess } from '../support/service-process.js';

const PASSWORD = 's3cret@redis';

const up = async ({ url }: ServiceProcess): Promise<string | undefined> =>
  /^lading_rate_limit_store_up (\d)/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];

/** Returns the remaining requests by each of two processes that share a limit. */
async function getRemaining(services: ServiceProcess[], key: string): Promise<number[]> {
  const policies = [];
  for (const { url } of services) {
    const { headers } = await fetch(`${url}/api/v1/carriers`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    policies.push(Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
  }
  return policies;
}

(hasRedis() ? describe : describe.skip)('rate limits on a Redis', () => {
  it.each([
    ['with sentinels', startRedisSentinels],
    ['cluster', startRedisCluster],
  ])(
    'two processes count together in a Redis %s, also after a failover',
    async (_form, start: () => Promise<HighAvailabilityRedis>) => {
      const redis = await start();
      const services: ServiceProcess[] = [];
      try {
        const env = { REDIS_URL: redis.url, RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_TEST: '1000000' };
        const database = { DATABASE_URL: await createDatabase() };
        services.push(await startService({ ...env, ...database }));
        const [, key] = /test {2}(\S+)/.exec(services[0]!.output())!;
        services.push(await startService({ ...env, ...database, PROCESS_ROLE: 'api' }));
        // Without the store both processes may count the same number by chance. Only a count of both proves that they
        // share it.
        const together = async (): Promise<boolean> => {
          const [one, other] = await getRemaining(services, key!);
          return other === one! - 1 && (await Promise.all(services.map(up))).every((state) => state === '1');
        };
        const countTogether = () =>
          eventually(together, 120_000).catch(async (error: Error) => {
            const remaining = await getRemaining(services, key!);
            const log = services.map((service) => service.output().slice(-2_000)).join('\n---\n');
            throw new Error(`${error.message}\nRemaining: ${remaining.join()}\n${log}`);
          });
        expect(await countTogether()).toBe(true);
        await redis.failOver();
        expect(await countTogether()).toBe(true);
      } finally {
        for (const service of services) await service.kill();
        await redis.close();
      }
    },
    5 * 60_000,
  );

  describe('rate limits in Redis with TLS and a password', () => {
    let redis: ChildProcess;
    let port: number;
    const folder = mkdtempSync(join(tmpdir(), 'lading-redis-tls-'));
    beforeAll(async () => {
      port = await findFreePort();
      const tls = [
        '--tls-cert-file',
        CERTIFICATE_FILE,
        '--tls-key-file',
        CERTIFICATE_KEY_FILE,
        '--tls-auth-clients',
        'no',
      ];
      const args = [
        '--port',
        '0',
        '--tls-port',
        `${port}`,
        '--requirepass',
        PASSWORD,
        '--dir',
        folder,
        '--save',
        '',
      ];
      redis = spawn('redis-server', [...args, ...tls], { env: buildRedisEnv(), stdio: 'ignore' });
    });
    afterAll(() => {
      redis.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    });

    it.each([
      ['1', CERTIFICATE_FILE],
      ['0', ''],
    ])('are shared (%s) only if the certificate is trusted', async (state, trusted) => {
      const service = await startService({
        DATABASE_URL: await createDatabase(),
        REDIS_URL: `rediss://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
        RATE_LIMIT_ENABLED: 'true',
        ...(trusted && { NODE_EXTRA_CA_CERTS: trusted }),
      });
      try {
        const counts = async (): Promise<boolean> => {
          await fetch(`${service.url}/api/v1/carriers`);
          return (await up(service)) === state;
        };
        expect(await eventually(counts)).toBe(true);
        expect(service.output()).not.toContain(PASSWORD);
      } finally {
        await service.kill();
      }
    });
  });
});
