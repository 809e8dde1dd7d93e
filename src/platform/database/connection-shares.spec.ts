import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { computeConnectionLimits, ConnectionShareError, ConnectionShares } from './connection-shares.js';

describe('computeConnectionLimits', () => {
  it.each([
    [20, { jobs: 10, requests: 15, perOrganization: 4 }],
    [100, { jobs: 50, requests: 75, perOrganization: 4 }],
    [10, { jobs: 5, requests: 8, perOrganization: 2 }],
    [2, { jobs: 1, requests: 1, perOrganization: 1 }],
    [1, { jobs: 1, requests: 1, perOrganization: 1 }],
  ])('divides a pool of %d between jobs, requests and organizations', (size, limits) =>
    expect(computeConnectionLimits(size, false)).toEqual(limits),
  );

  it('leaves the whole pool of a worker to its jobs', () =>
    expect(computeConnectionLimits(20, true).jobs).toBe(20));
});

describe('ConnectionShares', () => {
  const [red, blue, green] = [1, 2, 3];
  let shares: ConnectionShares;
  let started: unknown[];
  let failures: Error[];
  const acquire = (owner: number | 'anonymous' | 'jobs'): void =>
    shares.acquire(
      owner,
      () => started.push(owner),
      (error) => failures.push(error),
    );

  beforeEach(() => {
    shares = new ConnectionShares({ jobs: 1, requests: 3, perOrganization: 2 });
    started = [];
    failures = [];
  });
  afterEach(() => void jest.useRealTimers());

  it('lets an organization use its share and no more', () => {
    for (let count = 0; count < 4; count++) acquire(red);
    acquire(blue);
    expect(started).toEqual([red, red, blue]);
    shares.release(red);
    expect(started).toEqual([red, red, blue, red]);
    expect(shares.waitingCount).toBe(1);
  });

  it('gives free connections to organizations in turn', () => {
    for (const owner of [red, red, blue, blue, blue, green]) acquire(owner);
    expect(started).toEqual([red, red, blue]);
    for (const owner of [red, red, blue]) shares.release(owner);
    expect(started).toEqual([red, red, blue, blue, green, blue]);
  });

  it('keeps the connections of jobs free for jobs, and those of requests free for requests', () => {
    for (const owner of [red, red, blue, blue]) acquire(owner);
    acquire('jobs');
    acquire('jobs');
    expect(started).toEqual([red, red, blue, 'jobs']);
    shares.release('jobs');
    expect(started.at(-1)).toBe('jobs');
  });

  it('fails a caller that waits for too long, which then takes no turn', () => {
    jest.useFakeTimers();
    for (let count = 0; count < 3; count++) acquire(red);
    jest.advanceTimersByTime(5_000);
    expect(failures).toEqual([expect.any(ConnectionShareError)]);
    shares.release(red);
    expect(started).toEqual([red, red]);
    expect(shares.waitingCount).toBe(0);
  });

  it('fails a caller at once if too many wait', () => {
    for (let count = 0; count < 1_002; count++) acquire(red);
    expect(failures).toEqual([]);
    acquire(red);
    expect(failures).toHaveLength(1);
  });
});
