import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';

const source = join(import.meta.dirname, '../../src/platform/database/embedded-postgres.ts');
const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;
const ordinaryUser = { uid: 1000, gid: 1000 };

const runSource = pathToFileURL(join(import.meta.dirname, '../support/run-source.mjs')).href;
/** Owners are separate processes. */
const program = `import { spawn } from 'node:child_process';
const { startEmbeddedPostgres } = await import(${JSON.stringify(pathToFileURL(source).href)});
const { url, stop } = await startEmbeddedPostgres(process.argv[1]);
const sibling = spawn('sleep', ['30'], { detached: true, stdio: 'ignore' });
process.on('SIGTERM', async () => { await stop(); await stop(); sibling.kill(); process.exit(0); });
process.on('SIGINT', () => {});
console.log(JSON.stringify({ url, sibling: sibling.pid }));`;
const args = ['--no-warnings', '--import', runSource];

interface Owner {
  process: ChildProcess;
  url: string;
  sibling: number;
  output(): string;
}

let base: string;
/** The cluster of tests that do not change it, because creating one takes ten times as long as starting one. */
let dataDir: string;
let folders = 0;
let owners: ChildProcess[];

/** Returns a new data directory without a cluster. */
const fresh = (): string => join(base, `fresh-${++folders}`);

beforeAll(() => {
  base = fs.mkdtempSync(join(tmpdir(), 'lading-embedded-'));
  dataDir = join(base, 'data');
});

beforeEach(() => {
  owners = [];
});

afterEach(async () => {
  for (const owner of owners) await end(owner, 'SIGTERM');
});

afterAll(() => {
  const notes = fs.globSync(join(base, '**/postgres.json')).map(readNotes);
  for (const { cluster } of notes) fs.rmSync(cluster, { recursive: true, force: true });
  fs.rmSync(base, { recursive: true, force: true });
});

async function startOwner(
  folder: string,
  options: { uid?: number; gid?: number; detached?: boolean } = {},
): Promise<Owner> {
  const child = spawn(process.execPath, [...args, '--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
  owners.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, sibling } = JSON.parse(line) as { url: string; sibling: number };
  return { process: child, url, sibling, output: () => output };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

function answers(url: string): Promise<boolean> {
  return query(url, 'SELECT').then(
    () => true,
    () => false,
  );
}

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await condition()); await sleep(20)) {
    if (Date.now() > deadline) throw new Error(`Not within twenty seconds: ${condition.toString()}`);
  }
}

function readNotes(file: string): { cluster: string; password: string } {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

function lockPath(folder: string): string {
  return join(readNotes(join(folder, 'postgres.json')).cluster, 'postmaster.pid');
}

function readPostmasterPid(folder: string): number {
  return parseInt(fs.readFileSync(lockPath(folder), 'utf8'), 10);
}

/** A dead process keeps its number until its parent reads its status, but not its command. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && (!isLinux || fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '');
  } catch {
    return false;
  }
}

describe('the embedded PostgreSQL', () => {
  it('uses UTF-8, UTC, durable writes and a password', async () => {
    const { url } = await startOwner(dataDir);
    const names = ['server_encoding', 'TimeZone', 'fsync', 'full_page_writes', 'synchronous_commit'];
    const values = await query(url, `SELECT ${names.map((name) => `current_setting('${name}')`).join()}`);
    expect(values).toEqual(['UTF8', 'UTC', 'on', 'on', 'on']);
    expect(await query(url, `SELECT upper('zürich'), current_database()`)).toEqual(['ZÜRICH', 'lading']);
    expect(await answers(url.replace(/:\w+@/, ':wrong@'))).toBe(false);
    expect(fs.statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  });

  it('stops when its owner is killed, and the next start finds the committed data', async () => {
    const first = await startOwner(dataDir);
    await query(first.url, 'CREATE TABLE kept_by_owner AS SELECT 42 AS n');
    const postmaster = readPostmasterPid(dataDir);
    await end(first.process, 'SIGKILL');
    const second = await startOwner(dataDir);
    expect(isAlive(postmaster)).toBe(false);
    // The sibling is also a child of the dead owner. It must not have kept the pipe open.
    expect(isAlive(first.sibling)).toBe(true);
    process.kill(first.sibling);
    expect(await query(second.url, 'SELECT n FROM kept_by_owner')).toEqual([42]);
  });

  it('restarts on the same port when it is killed, and logs a warning', async () => {
    const { url, output } = await startOwner(dataDir);
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS n');
    for (let round = 0; round < 2; round++) {
      const postmaster = readPostmasterPid(dataDir);
      process.kill(postmaster, 'SIGKILL');
      await waitUntil(async () => !isAlive(postmaster) && (await answers(url)));
    }
    await waitUntil(() => output().includes('The embedded PostgreSQL exited (SIGKILL) and is restarting.'));
    expect(await query(url, 'SELECT n FROM kept')).toEqual([42]);
  });

  it('is stopped by SIGTERM to its owner', async () => {
    const { process: owner, url } = await startOwner(dataDir);
    const postmaster = readPostmasterPid(dataDir);
    await end(owner, 'SIGTERM');
    expect(isAlive(postmaster)).toBe(false);
    expect(await answers(url)).toBe(false);
  });

  it('ignores the Ctrl-C that its owner receives', async () => {
    const { process: owner, url } = await startOwner(dataDir, { detached: true });
    const postmaster = readPostmasterPid(dataDir);
    process.kill(-owner.pid!, 'SIGINT');
    // A postmaster that heard the signal ends within this time. No event marks one that stays.
    await sleep(300);
    expect(await answers(url)).toBe(true);
    expect(readPostmasterPid(dataDir)).toBe(postmaster);
  });

  it('is shared by a second owner, whose end leaves it running', async () => {
    const first = await startOwner(dataDir);
    const second = await startOwner(dataDir);
    expect(second.url).toBe(first.url);
    await end(second.process, 'SIGTERM');
    expect(await answers(first.url)).toBe(true);
  });

  it('is shared by owners that start it concurrently', async () => {
    const folder = fresh();
    const started = await Promise.all([startOwner(folder), startOwner(folder), startOwner(folder)]);
    expect(new Set(started.map(({ url }) => url)).size).toBe(1);
    expect(await answers(started[0]!.url)).toBe(true);
  });

  it('runs next to the cluster of another data directory', async () => {
    const [one, other] = await Promise.all([startOwner(dataDir), startOwner(fresh())]);
    await query(one.url, 'CREATE TABLE mine (n int)');
    expect(await query(other.url, `SELECT to_regclass('mine')`)).toEqual([null]);
  });

  it.each(['', `${process.pid}\n`, '999999999\n'])('starts despite a stale lock (%j)', async (content) => {
    await end((await startOwner(dataDir)).process, 'SIGTERM');
    const lock = lockPath(dataDir);
    const { uid, gid } = fs.statSync(dirname(lock));
    fs.writeFileSync(lock, content && `${content}${dirname(lock)}\n1\n5432\n\n127.0.0.1\n\nready\n`, {
      mode: 0o600,
    });
    fs.chownSync(lock, uid, gid);
    fs.utimesSync(lock, 1, 1);
    expect(await answers((await startOwner(dataDir)).url)).toBe(true);
  });

  it('starts with an empty cluster when the data directory was deleted', async () => {
    const folder = fresh();
    const first = await startOwner(folder);
    await query(first.url, 'CREATE TABLE mine (n int)');
    await end(first.process, 'SIGTERM');
    const { cluster } = readNotes(join(folder, 'postgres.json'));
    fs.rmSync(folder, { recursive: true });
    const second = await startOwner(folder);
    expect(await query(second.url, `SELECT to_regclass('mine')`)).toEqual([null]);
    fs.rmSync(`${cluster}.old`, { recursive: true, force: true });
  });

  it('does not start if the data directory names a cluster that is missing', async () => {
    await end((await startOwner(dataDir)).process, 'SIGTERM');
    const notes = join(dataDir, 'postgres.json');
    const { cluster } = readNotes(notes);
    fs.renameSync(cluster, `${cluster}.elsewhere`);
    const run = spawnSync(process.execPath, [...args, '--input-type=module', '-e', program, dataDir]);
    fs.renameSync(`${cluster}.elsewhere`, cluster);
    expect(run.status).toBe(1);
    expect(run.stderr.toString()).toContain(`${notes} points to ${cluster}. Restore the database there`);
    expect(await answers((await startOwner(dataDir)).url)).toBe(true);
  });

  it.each(['', '{"dataDir":', 'null', '{"cluster":1}'])(
    'does not start with a damaged postgres.json (%j)',
    async (text) => {
      await end((await startOwner(dataDir)).process, 'SIGTERM');
      const notes = join(dataDir, 'postgres.json');
      const whole = fs.readFileSync(notes, 'utf8');
      fs.writeFileSync(notes, text);
      const run = spawnSync(process.execPath, [...args, '--input-type=module', '-e', program, dataDir]);
      fs.writeFileSync(notes, whole);
      expect(run.status).toBe(1);
      expect(run.stderr.toString()).toContain(`ConfigError: ${notes} is damaged`);
      expect(await answers((await startOwner(dataDir)).url)).toBe(true);
    },
  );

  it('finds its cluster after the data directory is moved', async () => {
    const folder = fresh();
    const first = await startOwner(folder);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await end(first.process, 'SIGTERM');
    fs.renameSync(folder, join(base, 'moved'));
    const second = await startOwner(join(base, 'moved'));
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([42]);
  });

  it('finds its cluster after the data directory is restored elsewhere and the old directory is empty', async () => {
    const [folder, restored] = [fresh(), fresh()];
    const first = await startOwner(folder);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await end(first.process, 'SIGTERM');
    fs.cpSync(folder, restored, { recursive: true });
    fs.rmSync(join(folder, 'postgres.json'));
    expect(await query((await startOwner(restored)).url, 'SELECT n FROM kept')).toEqual([42]);
  });

  it('does not start on the cluster of a copied data directory, and names the folder to copy it to', async () => {
    const [folder, copy] = [fresh(), fresh()];
    const first = await startOwner(folder);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await end(first.process, 'SIGTERM');
    fs.cpSync(folder, copy, { recursive: true });
    fs.rmSync(join(copy, 'postgres'), { recursive: true, force: true });
    const { cluster } = readNotes(join(folder, 'postgres.json'));
    for (let attempt = 0; attempt < 2; attempt++) {
      const run = spawnSync(process.execPath, [...args, '--input-type=module', '-e', program, copy]);
      expect(run.status).toBe(1);
      const error = run.stderr.toString();
      expect(error).toContain(
        `the database in ${cluster} belongs to ${folder}. Stop the service that uses it`,
      );
      const target = /copy the database to (\S+) with its owner/.exec(error)![1]!;
      expect(target).not.toBe(cluster);
      if (attempt === 1) spawnSync('cp', ['-a', cluster, target]);
    }
    const second = await startOwner(copy);
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([42]);
    expect((await startOwner(folder)).url).not.toBe(second.url);
  });

  it('works below a directory that other users cannot enter', async () => {
    const home = join(base, 'home');
    fs.mkdirSync(home, { mode: 0o700 });
    expect(await answers((await startOwner(join(home, 'a', 'b'))).url)).toBe(true);
  });

  const readable = `test -x '${process.execPath}' && test -r '${source}'`;
  const canBeOrdinary = isRoot && spawnSync('/bin/sh', ['-c', readable], ordinaryUser).status === 0;
  (canBeOrdinary ? it : it.skip)('works for an ordinary user, all within the data directory', async () => {
    const folder = fresh();
    fs.chmodSync(base, 0o755);
    fs.mkdirSync(folder, { mode: 0o700 });
    fs.chownSync(folder, ordinaryUser.uid, ordinaryUser.gid);
    const first = await startOwner(folder, ordinaryUser);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    expect(dirname(lockPath(folder))).toBe(join(folder, 'postgres'));
    await end(first.process, 'SIGKILL');
    process.kill(first.sibling);
    // A later start as root continues with the cluster of that user.
    const second = await startOwner(folder);
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([42]);
    expect(fs.statSync(`/proc/${readPostmasterPid(folder)}`).uid).toBe(ordinaryUser.uid);
  });

  it('prints its log when it cannot start', async () => {
    await end((await startOwner(dataDir)).process, 'SIGTERM');
    const version = join(dirname(lockPath(dataDir)), 'PG_VERSION');
    const right = fs.readFileSync(version, 'utf8');
    fs.writeFileSync(version, '9\n');
    const run = spawnSync(process.execPath, [...args, '--input-type=module', '-e', program, dataDir]);
    fs.writeFileSync(version, right);
    expect(run.stderr.toString()).toMatch(/did not start[^]*initialized by PostgreSQL version 9/);
  });
});
