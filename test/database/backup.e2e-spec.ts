import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { migrate } from '../../src/platform/database/migrate.js';
import { RequestLogMiddleware } from '../../src/features/request-log/request-log.middleware.js';
import { RetentionService } from '../../src/app/retention.service.js';
import { startApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { newQuote } from '../support/factories.js';
import { findFreePort } from '../support/free-port.js';
import { countPartitionRows } from '../support/database.js';
import { UNPRIVILEGED_USER, findPostgresBin } from '../support/postgres-programs.js';
import { seedResources } from '../support/seeded-resources.js';

const run = promisify(execFile);
const bin = findPostgresBin('pg_dump');

/**
 * Lists keys, indexes and partitions, and the position of each sequence. Omits conditions, because PostgreSQL prints
 * them differently after each restore.
 */
const SHAPE = `
  SELECT 'constraint' AS kind, conrelid::regclass::text AS of, conname::text AS name, contype::text AS is
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT 'index', tablename, indexname, '' FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT 'sequence', '', sequencename, last_value::text FROM pg_sequences WHERE schemaname = 'public'
  UNION ALL SELECT 'partition', inhparent::regclass::text, relname, pg_get_expr(relpartbound, c.oid)
  FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE relkind = 'r'
  ORDER BY 1, 2, 3`;

/** Follows docs/how-to/operating.md. Uses an installed PostgreSQL, because the embedded one lacks these programs. */
(bin ? describe : describe.skip)('a dump', () => {
  let folder: string;
  let server: ChildProcess;
  let port: number;
  const apps: TestApp[] = [];

  const urlOf = (database: string): string => `postgres://lading@127.0.0.1:${port}/${database}`;
  const tool = (name: string, ...args: string[]) =>
    run(join(bin!, name), args, { cwd: folder, ...UNPRIVILEGED_USER });
  const start = async (database: string): Promise<TestApp> => {
    const app = await startApp({
      PROCESS_ROLE: 'api',
      PUBLIC_URL: 'http://freight.example.com',
      DATABASE_URL: urlOf(database),
    });
    apps.push(app);
    return app;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lading-backup-'));
    chmodSync(folder, 0o777);
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    if (UNPRIVILEGED_USER.uid !== undefined) chownSync(data, UNPRIVILEGED_USER.uid, UNPRIVILEGED_USER.gid);
    await tool('initdb', '-D', data, '-U', 'lading', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8');
    port = await findFreePort();
    const settings = {
      port: `${port}`,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawn(join(bin!, 'postgres'), ['-D', data, ...flags], {
      cwd: data,
      stdio: 'ignore',
      ...UNPRIVILEGED_USER,
    });
    await eventually(async () => {
      const client = new pg.Client(urlOf('postgres'));
      try {
        await client.connect();
        return true;
      } catch {
        return false;
      } finally {
        await client.end().catch(() => undefined);
      }
    });
    const client = new pg.Client(urlOf('postgres'));
    await client.connect();
    for (const name of ['lading', 'restored']) await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    await migrate(urlOf('lading'));
  }, 60_000);
  afterAll(async () => {
    for (const app of apps) await app.close();
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it('a backup of a running service restores rows, keys, partitions, secrets and sequences', async () => {
    const app = await start('lading');
    const org = await app.organization();
    await seedResources(app, org);
    await app.app.get(RequestLogMiddleware).flush();
    await app.sql.query(`UPDATE api_requests SET created_at = now() - interval '6 days'`);
    await app.app.get(RetentionService).deleteOld('api_requests');
    await newQuote(org.test);
    await app.app.get(RequestLogMiddleware).onApplicationShutdown();

    let working = true;
    const work = (async () => {
      while (working) await newQuote(org.test);
    })();
    await tool('pg_dump', '--format=custom', '--file=lading.dump', urlOf('lading'));
    working = false;
    await work;
    // Rows written during the dump may be missing from it, so the next comparison uses a dump without concurrent
    // writes.
    await tool('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${urlOf('restored')}`, 'lading.dump');
    expect(await migrate(urlOf('restored'))).toEqual([]);
    await app.sql.query('DROP DATABASE restored WITH (FORCE)');
    await app.sql.query('CREATE DATABASE restored');
    await tool('pg_dump', '--format=custom', '--file=lading.dump', urlOf('lading'));
    await tool('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${urlOf('restored')}`, 'lading.dump');

    expect(await migrate(urlOf('restored'))).toEqual([]);
    const restored = await start('restored');
    await restored.app.get(RequestLogMiddleware).onApplicationShutdown();
    expect(await restored.sql.query(SHAPE)).toEqual(await app.sql.query(SHAPE));
    expect(await countPartitionRows(restored.sql, 'api_requests')).toEqual(
      await countPartitionRows(app.sql, 'api_requests'),
    );
    const [there, here] = [restored.client(org.testKey), org.test];
    for (const list of [
      'freight',
      'quotes',
      'invoices',
      'webhooks',
      'requests',
      'events',
      'audit-log',
      'tariffs',
    ]) {
      const { body } = await there.get(`/api/v1/${list}?limit=100`).expect(200);
      expect(body.data.length).toBeGreaterThan(0);
      expect(body).toEqual((await here.get(`/api/v1/${list}?limit=100`).expect(200)).body);
    }
    const [quote, other] = [await newQuote(there), await newQuote(here)];
    expect(quote.id).toBe(other.id);
  }, 120_000);
});
