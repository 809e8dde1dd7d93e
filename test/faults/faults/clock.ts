import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '../lab.ts';
import { underLoad, type Fault, type Outcome } from '../outcome.ts';

const CLOCK = `--import=${import.meta.resolve('../preload/clock.mjs')}`;
const TEN_MINUTES = 600_000;

/** Receivers check the time of signatures by a clock that is right. */
async function wrong(lab: Lab, apiMs: number, workerMs: number): Promise<Outcome> {
  await Promise.all([lab.kill('api'), lab.kill('worker')]);
  await lab.start('api', { NODE_OPTIONS: CLOCK, CLOCK_OFFSET_MS: String(apiMs) });
  await lab.start('worker', { NODE_OPTIONS: CLOCK, CLOCK_OFFSET_MS: String(workerMs) });
  const outcome = await underLoad(lab, async (injected) => {
    injected();
    await sleep(2_000);
  });
  await lab.restart();
  return outcome;
}

export const CLOCK_FAULTS: Fault[] = [
  {
    name: 'clocks 10 minutes ahead (api) and behind (worker)',
    run: (lab) => wrong(lab, TEN_MINUTES, -TEN_MINUTES),
  },
  {
    name: 'clocks 10 minutes behind (api) and ahead (worker)',
    run: (lab) => wrong(lab, -TEN_MINUTES, TEN_MINUTES),
  },
];
