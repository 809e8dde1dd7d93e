import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../../support/service-process.ts';
import type { FaultCluster, Role } from '../fault-cluster.ts';
import { runUnderLoad, type Fault } from '../fault.ts';

const FAILPOINT = `--import=${import.meta.resolve('../preload/failpoint.mjs')}`;
const DRAIN_TIMEOUT_MS = 15_000;
/** Slow enough for a worker that has just started and a receiver that takes half a second. */
const SLOW_LOAD = { perSecond: 20 };

function killed(role: Role): Fault {
  return {
    name: `kill -9 of the ${role}, at any moment`,
    run: (lab) =>
      runUnderLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 3; time++) {
          await sleep(Math.random() * 500);
          injected();
          await lab.kill(role);
          await lab.start(role);
          await settled();
        }
      }),
  };
}

function killedAt(role: Role, point: string, words: string): Fault {
  return {
    name: `kill -9 of the ${role} ${words}`,
    run: (lab) =>
      runUnderLoad(lab, async (injected, settled) => {
        for (let time = 0; time < 3; time++) {
          await lab.kill(role);
          const at = String(1 + Math.floor(Math.random() * 20));
          await waitForDeath(
            lab.start(role, { NODE_OPTIONS: FAILPOINT, FAILPOINT: point, FAILPOINT_AT: at }),
          );
          injected();
          await lab.start(role);
          await settled();
        }
      }),
  };
}

/** Waits until the failpoint has killed the process, often before it listens. */
async function waitForDeath(starting: Promise<ServiceProcess>): Promise<void> {
  const service = await starting.catch((error: Error) => {
    if (error.cause !== 'SIGKILL') throw error;
  });
  if (!service || service.process.exitCode !== null || service.process.signalCode !== null) return;
  await once(service.process, 'exit', { signal: AbortSignal.timeout(20_000) });
}

const terminated: Fault = {
  name: 'SIGTERM of the worker, with slow receivers',
  run: async (lab: FaultCluster) => {
    lab.receiver.delayMs = 500;
    let longest = 0;
    const outcome = await runUnderLoad(
      lab,
      async (injected) => {
        for (let time = 0; time < 3; time++) {
          await sleep(700);
          injected();
          const began = performance.now();
          await lab.service('worker').stop();
          longest = Math.max(longest, performance.now() - began);
          await lab.start('worker');
        }
      },
      SLOW_LOAD,
    );
    lab.receiver.delayMs = 0;
    const slow = longest > DRAIN_TIMEOUT_MS ? `draining took ${Math.round(longest)} ms` : '';
    const repeated = outcome.duplicates > 0 ? 'an orderly end repeated deliveries' : '';
    return { ...outcome, failure: [outcome.failure, slow, repeated].filter(Boolean).join(', ') };
  },
};

const replaced: Fault = {
  name: 'SIGTERM of the api, with connections that are kept alive',
  run: async (lab: FaultCluster) => {
    let longest = 0;
    const outcome = await runUnderLoad(lab, async (injected, settled) => {
      for (let time = 0; time < 3; time++) {
        injected();
        const began = performance.now();
        await lab.service('api').stop();
        longest = Math.max(longest, performance.now() - began);
        await lab.start('api');
        await settled();
      }
    });
    const slow = longest > DRAIN_TIMEOUT_MS ? `ending took ${Math.round(longest)} ms` : '';
    return { ...outcome, failure: [outcome.failure, slow].filter(Boolean).join(', ') };
  },
};

export const PROCESS_FAULTS: Fault[] = [
  replaced,
  killed('worker'),
  killed('api'),
  killedAt('api', 'before-event-commit', 'before the commit'),
  killedAt('api', 'after-event-commit', 'after the commit, before the wake-up'),
  killedAt('worker', 'before-post', 'before the POST'),
  killedAt('worker', 'after-post', 'after the POST'),
  killedAt('worker', 'before-result', 'before the result is written'),
  killedAt('worker', 'before-result-commit', 'before the result’s commit'),
  killedAt('worker', 'after-result-commit', 'after the result’s commit'),
  terminated,
];
