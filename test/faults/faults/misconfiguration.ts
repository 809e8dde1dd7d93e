import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../support/service-process.ts';
import type { Env, FaultCluster } from '../fault-cluster.ts';
import { runUnderLoad, type Fault, type FaultOutcome } from '../fault.ts';

const STEPPING_CLOCK = `--import=${import.meta.resolve('../preload/stepping-clock.mjs')}`;

/** Starts an additional worker that cannot work. It must exit by itself with a message that says why. */
async function expectStartRefused(lab: FaultCluster, env: Env, sentence: RegExp): Promise<FaultOutcome> {
  let words = 'it started';
  const outcome = await runUnderLoad(lab, async (injected) => {
    injected();
    await startService({ ...lab.settings, PROCESS_ROLE: 'worker', ...env }).then(
      (service) => service.kill(),
      (error: Error) => (words = error.message),
    );
  });
  const complaint = sentence.test(words) ? '' : `it said: ${words.slice(-500)}`;
  const said = `at startup: “${words.trim().split('\n').at(-1)!.slice(0, 110)}”`;
  return { ...outcome, failure: [outcome.failure, complaint].filter(Boolean).join(', '), detectedBy: said };
}

/** Runs PgBouncer with Debian's configuration and only the mode set. */
async function withPooler(
  lab: FaultCluster,
  settings: string,
  work: (url: string) => Promise<FaultOutcome>,
): Promise<FaultOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-pooler-'));
  const url = new URL(lab.databaseUrl);
  const { username, password, hostname, port, pathname } = url;
  const own = 20_000 + Math.floor(Math.random() * 10_000);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users'), `"${username}" "${password}"\n`);
  writeFileSync(
    file,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users')}
pool_mode = transaction
${settings}
`,
    { mode: 0o644 },
  );
  // PgBouncer refuses to run as root.
  const root = process.getuid?.() === 0;
  if (root) spawnSync('chown', ['-R', 'nobody', folder]);
  const pooler = spawn('pgbouncer', [...(root ? ['-u', 'nobody'] : []), file], { stdio: 'ignore' });
  try {
    await waitUntilListening(own);
    url.port = String(own);
    return await work(url.href);
  } finally {
    pooler.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function waitUntilListening(port: number): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50)) {
    const socket = connect(port, '127.0.0.1');
    const is = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (is) return;
  }
  throw new Error('PgBouncer did not start');
}

function pgBouncerFault(name: string, settings: string): Fault {
  return {
    name,
    mustBeDetected: true,
    async run(lab) {
      if (spawnSync('pgbouncer', ['--version']).status !== 0) return 'skipped';
      return withPooler(lab, settings, (url) =>
        expectStartRefused(lab, { DATABASE_URL: url }, /DATABASE_URL: .*a pooler/),
      );
    },
  };
}

export const SETUP_FAULTS: Fault[] = [
  {
    name: 'a worker is started with the wrong key',
    mustBeDetected: true,
    run: (lab) =>
      expectStartRefused(lab, { ENCRYPTION_KEY: randomBytes(32).toString('base64') }, /ENCRYPTION_KEY/),
  },
  pgBouncerFault('a worker is started behind PgBouncer (transaction mode)', ''),
  pgBouncerFault(
    'the same, with PgBouncer ignoring session settings',
    'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
  ),
  {
    name: 'clocks jump 10 minutes forward and back',
    mustBeDetected: true,
    async run(lab) {
      await lab.restart({ NODE_OPTIONS: STEPPING_CLOCK });
      const outcome = await runUnderLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 3; time++) {
          injected();
          for (const role of ['api', 'worker'] as const) lab.service(role).process.kill('SIGUSR2');
          await sleep(2_500);
          await settled();
        }
      });
      await lab.restart();
      return outcome;
    },
  },
];
