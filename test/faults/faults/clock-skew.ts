import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultCluster } from '../fault-cluster.ts';
import { runUnderLoad, type Fault, type FaultOutcome } from '../fault.ts';

const CLOCK = `--import=${import.meta.resolve('../preload/clock.mjs')}`;
const TEN_MINUTES = 600_000;

/** Runs with a wrong clock. Receivers check signatures by the correct time. */
async function runWithClockOffset(lab: FaultCluster, apiMs: number, workerMs: number): Promise<FaultOutcome> {
  await Promise.all([lab.kill('api'), lab.kill('worker')]);
  await lab.start('api', { NODE_OPTIONS: CLOCK, CLOCK_OFFSET_MS: String(apiMs) });
  await lab.start('worker', { NODE_OPTIONS: CLOCK, CLOCK_OFFSET_MS: String(workerMs) });
  const outcome = await runUnderLoad(lab, async (injected) => {
    injected();
    await sleep(2_000);
  });
  await lab.restart();
  return outcome;
}

export const CLOCK_FAULTS: Fault[] = [
  {
    name: 'clocks 10 minutes ahead (api) and behind (worker)',
    run: (lab) => runWithClockOffset(lab, TEN_MINUTES, -TEN_MINUTES),
  },
  {
    name: 'clocks 10 minutes behind (api) and ahead (worker)',
    run: (lab) => runWithClockOffset(lab, -TEN_MINUTES, TEN_MINUTES),
  },
];
