import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { WindowCount } from './shared-counter.js';
import { WriteQuotaCounter } from './write-quota-counter.js';

const GATHER_MS = 20;
const LIMIT = 10_000;
const HOUR_MS = 3_600_000;
const ACME = { organizationId: 1, mode: 'test' };
const ACME_LIVE = { organizationId: 1, mode: 'live' };
const OTHER = { organizationId: 2, mode: 'test' };

describe('WriteQuotaCounter', () => {
  const totals = new Map<string, number>();
  const add = jest.fn<(id: string, units: number) => Promise<WindowCount>>();
  let warn: jest.SpiedFunction<typeof Logger.prototype.warn>;
  let written: WriteQuotaCounter;

  /** Until what waits has been counted, and for as long again. */
  const rounds = (): Promise<void> => sleep(5 * GATHER_MS);
  const store = async (owner: typeof ACME, bytes: number): Promise<void> => {
    written.record(owner, bytes);
    await rounds();
  };

  beforeEach(() => {
    warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    totals.clear();
    add.mockReset().mockImplementation(async (id, units) => {
      totals.set(id, (totals.get(id) ?? 0) + units);
      return { points: totals.get(id)!, resetMs: HOUR_MS };
    });
    written = new WriteQuotaCounter(LIMIT, add, GATHER_MS);
  });
  afterEach(() => {
    written.close();
    jest.restoreAllMocks();
  });

  it('counts the gathered bytes of an organization and mode at once, rounded up to kilobytes', async () => {
    for (let n = 0; n < 5; n++) written.record(ACME, 500);
    written.record(ACME_LIVE, 1);
    written.record(OTHER, 3_000);
    expect(add).not.toHaveBeenCalled();
    await rounds();
    expect(add.mock.calls).toEqual([
      ['1 test', 3],
      ['1 live', 1],
      ['2 test', 3],
    ]);
  });

  it('blocks only an organization over its quota and logs it once', async () => {
    await store(ACME, LIMIT);
    expect(written.getBlockedMs(ACME)).toBeNull();
    for (let round = 0; round < 3; round++) await store(ACME, 1);
    const refusal = written.getBlockedMs(ACME);
    expect(refusal).toBeGreaterThan(HOUR_MS / 2);
    expect(refusal).toBeLessThanOrEqual(HOUR_MS);
    expect([written.getBlockedMs(ACME_LIVE), written.getBlockedMs(OTHER)]).toEqual([null, null]);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]![0]).toContain('Organization 1 test');
  });

  it('unblocks the organization when the window ends', async () => {
    const resetMs = 40 * GATHER_MS;
    add.mockResolvedValueOnce({ points: 11, resetMs });
    await store(ACME, 1);
    expect(written.getBlockedMs(ACME)).not.toBeNull();
    await sleep(resetMs);
    expect(written.getBlockedMs(ACME)).toBeNull();
  });

  it('never runs two flushes at once, however slow the store is', async () => {
    let answer!: (counted: WindowCount) => void;
    add.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    await store(ACME, 1_000);
    await store(ACME, 2_000);
    expect(add.mock.calls).toEqual([['1 test', 1]]);
    answer({ points: 1, resetMs: HOUR_MS });
    await rounds();
    expect(add.mock.calls).toEqual([
      ['1 test', 1],
      ['1 test', 2],
    ]);
  });

  it('tracks at most 10,000 organizations', async () => {
    for (let id = 1; id <= 10_001; id++) written.record({ organizationId: id, mode: 'test' }, 1);
    await rounds();
    expect(totals.size).toBe(10_000);
    expect(totals.has('10001 test')).toBe(false);
  });

  it('does not count after it is closed', async () => {
    written.record(ACME, 1);
    written.close();
    await store(OTHER, 1);
    expect(add).not.toHaveBeenCalled();
  });
});
