import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UNPRIVILEGED_USER, findPostgresBin } from '../../test/support/postgres-programs.ts';

const START_TIMEOUT_MS = 20_000;
const PASSWORD = 'postgres';

/** Returns true if a PostgreSQL server is installed on this machine, such as Debian's. */
export function hasInstalledPostgres() {
  return findPostgresBin('initdb') !== undefined;
}

/**
 * Starts an empty PostgreSQL in a temporary folder, with password authentication and without fsync.
 *
 * @param env environment of its processes
 */
export async function startInstalledPostgres(env = process.env) {
  const bin = findPostgresBin('initdb');
  const folder = mkdtempSync(join(tmpdir(), 'lading-installed-postgres-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const user = UNPRIVILEGED_USER;
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  const options = { cwd: data, env, ...user };
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  const auth = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const init = ['-D', data, '-U', 'postgres', ...auth, '-E', 'UTF8', '--locale=C.UTF-8'];
  const { status, stderr } = spawnSync(join(bin, 'initdb'), init, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`initdb failed:\n${stderr}`);
  const port = await findFreePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...flags], { ...options, stdio: 'ignore' });
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    const exited = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGINT');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const end = performance.now() + START_TIMEOUT_MS; performance.now() < end; await sleep(100)) {
    const ready = spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]);
    if (ready.status === 0) return { url, stop };
  }
  await stop();
  throw new Error(`PostgreSQL did not start within ${START_TIMEOUT_MS} ms.`);
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
