import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFreezingProxy } from '../../support/freezing-proxy.ts';
import type { FaultCluster, Role } from '../fault-cluster.ts';
import { runUnderLoad, type Fault } from '../fault.ts';

/** Shorter than the defaults, so that giving up a silent database takes 8 seconds in total. */
const SHORT_TIMEOUTS = { DATABASE_STATEMENT_TIMEOUT: '3s', DATABASE_LOCK_TIMEOUT: '2s' };

function freezeFault(role: Role): Fault {
  return {
    name: `the ${role} is frozen for 12 s (SIGSTOP)`,
    mustBeDetected: true,
    run: (lab) =>
      runUnderLoad(lab, async (injected, settled) => {
        injected();
        const { process: child } = lab.service(role);
        child.kill('SIGSTOP');
        await sleep(12_000);
        child.kill('SIGCONT');
        await settled();
      }),
  };
}

export const FREEZE_FAULTS: Fault[] = [
  {
    name: 'PostgreSQL’s connections half open for 10 s',
    mustBeDetected: true,
    async run(lab) {
      await lab.restart(SHORT_TIMEOUTS);
      const outcome = await runUnderLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 2; time++) {
          injected();
          lab.proxy.freeze();
          await sleep(10_000);
          // Old connections stay dead, as after a power failure. New connections succeed.
          lab.proxy.acceptNewConnections();
          await settled();
        }
      });
      await lab.restart();
      return outcome;
    },
  },
  {
    name: 'PostgreSQL is frozen for 10 s (SIGSTOP)',
    mustBeDetected: true,
    async run(lab) {
      await lab.restart(SHORT_TIMEOUTS);
      const outcome = await runUnderLoad(lab, async (injected, settled) => {
        injected();
        const pids = await listPostgresPids(lab);
        for (const pid of pids) process.kill(pid, 'SIGSTOP');
        await sleep(10_000);
        for (const pid of pids) process.kill(pid, 'SIGCONT');
        await settled();
      });
      await lab.restart();
      return outcome;
    },
  },
  freezeFault('worker'),
  freezeFault('api'),
  {
    name: 'the receiver is cut off from the worker for 6 s',
    mustBeDetected: true,
    async run(lab) {
      const { hostname, port } = new URL(lab.receiver.url);
      const network = await startFreezingProxy({ host: hostname, port: Number(port) });
      const outcome = await runUnderLoad(
        lab,
        async (injected, settled) => {
          for (let time = 0; time < 2; time++) {
            injected();
            network.freeze();
            await sleep(6_000);
            network.thaw();
            await settled();
          }
        },
        { receiverUrl: `http://127.0.0.1:${network.port}` },
      );
      await network.close();
      return outcome;
    },
  },
];

/** Returns the process ids of the postmaster and its children. */
async function listPostgresPids(lab: FaultCluster): Promise<number[]> {
  const [row] = await lab.sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = getParentPid(row!.pid);
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return [postmaster, ...all.filter((pid) => getParentPid(pid) === postmaster)];
}

function getParentPid(pid: number): number {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[1],
    );
  } catch {
    return 0;
  }
}
