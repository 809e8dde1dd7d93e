import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { metricsRegistry } from '../metrics.js';
import { eventually } from '../../../test/support/eventually.js';
import { Rounds } from './rounds.js';
import { Sweeper } from './sweeper.js';

let lines: string[];
beforeEach(() => {
  lines = [];
  for (const level of ['error', 'warn', 'log'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((text) => void lines.push(`${level} ${text}`));
});
afterEach(() => void jest.restoreAllMocks());

async function countFailures(name: string): Promise<number | undefined> {
  const { values } = await metricsRegistry.getSingleMetric('lading_job_failures_total')!.get();
  return values.find(({ labels }) => labels.job === name)?.value;
}

const fail = () => Promise.reject(new Error('the database is down'));

it('logs the first failure and the recovery of a job and counts every failure', async () => {
  const rounds = new Rounds('one job');
  await rounds.run(() => Promise.resolve());
  expect(await countFailures('one job')).toBe(0);
  for (let time = 0; time < 3; time++) await rounds.run(fail);
  expect(lines).toEqual(['error one job: the database is down']);
  await rounds.run(() => Promise.resolve());
  await rounds.run(() => Promise.resolve());
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^log one job: recovered after \d+ s, failures: 3$/),
  ]);
  expect(await countFailures('one job')).toBe(3);
});

it('logs the next outage again', async () => {
  const rounds = new Rounds('another job');
  for (const round of [fail, () => Promise.resolve(), fail]) await rounds.run(round);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['error', 'log', 'error']);
});

it('logs and counts failures of a sweeper the same way', async () => {
  let round = 0;
  const sweeper = new Sweeper('a loop', () => (++round < 3 ? fail() : Promise.resolve(0)));
  sweeper.start();
  await eventually(() => round > 4);
  await sweeper.stop();
  expect(lines).toEqual([
    'error a loop: the database is down',
    expect.stringMatching(/^log a loop: recovered after \d+ s, failures: 2$/),
  ]);
  expect(await countFailures('a loop')).toBe(2);
});
