import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freezingProxy } from '../../support/freezing-proxy.ts';
import type { Lab, Role } from '../lab.ts';
import { underLoad, type Fault } from '../outcome.ts';

/** Shorter than by default, so that giving up a silent database takes seconds here: they add up to 8. */
const IMPATIENT = { DATABASE_STATEMENT_TIMEOUT: '3s', DATABASE_LOCK_TIMEOUT: '2s' };

function stopped(role: Role): Fault {
  return {
    name: `the ${role} stands still for 12 s (SIGSTOP)`,
    told: true,
    run: (lab) =>
      underLoad(lab, async (injected, settled) => {
        injected();
        const { process: child } = lab.service(role);
        child.kill('SIGSTOP');
        await sleep(12_000);
        child.kill('SIGCONT');
        await settled();
      }),
  };
}

export const SILENCE_FAULTS: Fault[] = [
  {
    name: 'PostgreSQL’s connections half open for 10 s',
    told: true,
    async run(lab) {
      await lab.restart(IMPATIENT);
      const outcome = await underLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 2; time++) {
          injected();
          lab.proxy.freeze();
          await sleep(10_000);
          // What was silent stays dead, as after a power cut: new connections get through.
          lab.proxy.forget();
          await settled();
        }
      });
      await lab.restart();
      return outcome;
    },
  },
  {
    name: 'PostgreSQL stands still for 10 s (SIGSTOP)',
    told: true,
    async run(lab) {
      await lab.restart(IMPATIENT);
      const outcome = await underLoad(lab, async (injected, settled) => {
        injected();
        const pids = await postgresPids(lab);
        for (const pid of pids) process.kill(pid, 'SIGSTOP');
        await sleep(10_000);
        for (const pid of pids) process.kill(pid, 'SIGCONT');
        await settled();
      });
      await lab.restart();
      return outcome;
    },
  },
  stopped('worker'),
  stopped('api'),
  {
    name: 'the receiver is cut off from the worker for 6 s',
    told: true,
    async run(lab) {
      const { hostname, port } = new URL(lab.receiver.url);
      const network = await freezingProxy({ host: hostname, port: Number(port) });
      const outcome = await underLoad(
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
        { by: `http://127.0.0.1:${network.port}` },
      );
      await network.close();
      return outcome;
    },
  },
];

/** The postmaster, and whoever it has started. */
async function postgresPids(lab: Lab): Promise<number[]> {
  const [row] = await lab.sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(row!.pid);
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return [postmaster, ...all.filter((pid) => parentOf(pid) === postmaster)];
}

function parentOf(pid: number): number {
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
