import { afterEach, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { createDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startFreezingProxy } from '../support/freezing-proxy.js';
import { queryOnce, startReplicatedPostgres } from '../support/standby.js';

let app: TestApp;
const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0).reverse()) await one();
});

const figure = async (name: string): Promise<string> =>
  new RegExp(`\n${name} (\\S+)`).exec((await app.client().get('/metrics')).text)![1]!;
const up = (): Promise<string> => figure('lading_database_up');

/** Returns the database fault in the readiness response while the database rejects writes; null otherwise. */
const fault = (): Promise<string | null> =>
  eventually(async () => {
    const { body } = await app.client().get('/health/ready');
    const { message } = body.error.database ?? {};
    return /read-only/.test(message) ? message : null;
  });

it('a read-only database is reported as down until it accepts writes again', async () => {
  const url = await createDatabase();
  const name = new URL(url).pathname.slice(1);
  const server = process.env.TEST_DATABASE_URL!;
  const turn = async (readOnly: boolean): Promise<void> => {
    await queryOnce(server, `ALTER DATABASE "${name}" SET default_transaction_read_only = ${readOnly}`);
    await queryOnce(
      server,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
  };
  app = await startApp({ DATABASE_URL: url, PROCESS_ROLE: 'api' });
  close.push(() => app.close());
  expect(await up()).toBe('1');
  await turn(true);
  expect(await fault()).toBe('read-only: default_transaction_read_only is on');
  expect(await up()).toBe('0');
  await turn(false);
  await eventually(async () => (await up()) === '1');
  await app.client().get('/health/ready').expect(200);
});

it('a standby in place of the primary is reported as such, and no worker is reported as dead', async () => {
  const servers = await startReplicatedPostgres();
  close.push(() => servers.stop());
  const placeOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });
  const proxy = await startFreezingProxy(placeOf(servers.primary));
  close.push(() => proxy.close());
  const url = Object.assign(new URL(servers.primary), { hostname: '127.0.0.1', port: `${proxy.port}` });
  app = await startApp({ DATABASE_URL: url.href, PROCESS_ROLE: 'api' });
  close.push(() => app.close());
  await queryOnce(servers.primary, 'INSERT INTO worker_heartbeat (id, at) VALUES (1, now())');
  const age = await figure('lading_worker_heartbeat_age_seconds');
  expect(Number(age)).toBeGreaterThanOrEqual(0);
  proxy.setTarget(placeOf(servers.standby.url));
  const others = `application_name LIKE 'lading%' AND pid <> pg_backend_pid()`;
  await queryOnce(servers.primary, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
  expect(await fault()).toBe('read-only: it is a standby');
  expect(await up()).toBe('0');
  expect(await figure('lading_worker_heartbeat_age_seconds')).toBe(age);
});
