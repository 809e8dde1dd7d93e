import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { metricsRegistry } from '../metrics.js';
import { eventually } from '../../../test/support/eventually.js';
import { Rounds } from './rounds.js';
import { Sweeper } from './sweeper.js';

let said: string[];
beforeEach(() => {
  said = [];
  for (const level of ['error', 'warn', 'log'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((text) => void said.push(`${level} ${text}`));
});
afterEach(() => void jest.restoreAllMocks());

async function failuresOf(name: string): Promise<number | undefined> {
  const { values } = await metricsRegistry.getSingleMetric('lading_job_failures_total')!.get();
  return values.find(({ labels }) => labels.job === name)?.value;
}

const away = () => Promise.reject(new Error('the database is away'));

it('a job that fails says so once, and once that it works again; each failure is counted', async () => {
  const rounds = new Rounds('one job');
  await rounds.run(() => Promise.resolve());
  expect(await failuresOf('one job')).toBe(0);
  for (let time = 0; time < 3; time++) await rounds.run(away);
  expect(said).toEqual(['error one job: the database is away']);
  await rounds.run(() => Promise.resolve());
  await rounds.run(() => Promise.resolve());
  expect(said.slice(1)).toEqual([
    expect.stringMatching(/^log one job: works again after \d+ s, failures: 3$/),
  ]);
  expect(await failuresOf('one job')).toBe(3);
});

it('the next outage is told of again', async () => {
  const rounds = new Rounds('another job');
  for (const round of [away, () => Promise.resolve(), away]) await rounds.run(round);
  expect(said.map((line) => line.split(' ')[0])).toEqual(['error', 'log', 'error']);
});

it('so does a loop', async () => {
  let round = 0;
  const sweeper = new Sweeper('a loop', () => (++round < 3 ? away() : Promise.resolve(0)));
  sweeper.start();
  await eventually(() => round > 4);
  await sweeper.stop();
  expect(said).toEqual([
    'error a loop: the database is away',
    expect.stringMatching(/^log a loop: works again after \d+ s, failures: 2$/),
  ]);
  expect(await failuresOf('a loop')).toBe(2);
});
