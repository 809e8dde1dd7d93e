import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Config } from '../../config/config.js';
import { metricsRegistry } from '../metrics.js';
import { PeriodicJob, PeriodicJobs } from './periodic-jobs.js';

const ALIAS = Symbol('alias');

@Injectable()
class Cleaner {
  readonly calls: string[] = [];
  finish: () => void = () => undefined;

  @PeriodicJob('10s', 'fast')
  async runFast(): Promise<void> {
    this.calls.push('fast');
  }

  @PeriodicJob('1m', 'eager', { atStart: true })
  async runEagerly(): Promise<void> {
    this.calls.push('eager');
  }

  @PeriodicJob('10s', 'slow')
  runSlowly(): Promise<void> {
    this.calls.push('slow');
    return new Promise((resolve) => (this.finish = resolve));
  }
}

describe('periodic jobs', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  async function start(role: string) {
    const module = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [
        Cleaner,
        { provide: ALIAS, useExisting: Cleaner },
        PeriodicJobs,
        { provide: Config, useValue: { role } },
      ],
    }).compile();
    const cleaner = module.get(Cleaner);
    module.get(PeriodicJobs).add('1m', 'added', async () => void cleaner.calls.push('added'));
    await module.init();
    return { module, cleaner };
  }

  it('run on their intervals in a worker, once for a provider with two tokens', async () => {
    const { module, cleaner } = await start('worker');
    expect(cleaner.calls).toEqual([]);
    await jest.advanceTimersByTimeAsync(0);
    expect(cleaner.calls).toEqual(['eager']);
    await jest.advanceTimersByTimeAsync(59_999);
    expect(cleaner.calls.filter((job) => job === 'fast')).toHaveLength(5);
    await jest.advanceTimersByTimeAsync(1);
    expect(cleaner.calls.slice(-3).sort()).toEqual(['added', 'eager', 'fast']);
    await module.close();
  });

  it('skip a call while the previous one is running', async () => {
    const { module, cleaner } = await start('all');
    await jest.advanceTimersByTimeAsync(30_000);
    expect(cleaner.calls.filter((job) => job === 'slow')).toHaveLength(1);
    cleaner.finish();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(cleaner.calls.filter((job) => job === 'slow')).toHaveLength(2);
    await module.close();
  });

  it('stop at shutdown', async () => {
    const { module, cleaner } = await start('worker');
    await module.close();
    await jest.advanceTimersByTimeAsync(120_000);
    expect(cleaner.calls).toEqual([]);
  });

  it('do not run in an api process, which exports their counters all the same', async () => {
    metricsRegistry.resetMetrics();
    const { module, cleaner } = await start('api');
    await jest.advanceTimersByTimeAsync(120_000);
    expect(cleaner.calls).toEqual([]);
    const { values } = await metricsRegistry.getSingleMetric('lading_job_failures_total')!.get();
    expect(values.map(({ labels }) => labels.job)).toEqual(
      expect.arrayContaining(['fast', 'eager', 'slow', 'added']),
    );
    await module.close();
  });
});
