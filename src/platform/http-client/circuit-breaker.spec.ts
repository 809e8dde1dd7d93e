import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CircuitBreaker, FAULTS_TO_OPEN, CircuitOpenError } from './circuit-breaker.js';
import { OutboundFault } from './outbound-fault.js';

const REST_MS = 30_000;

class Refused extends Error {}

describe('a circuit breaker', () => {
  let breaker: CircuitBreaker;
  let now: number;
  const calls = jest.fn<() => Promise<string>>();
  const call = (): Promise<string> => breaker.call(calls);
  const fault = (restMs?: number) => () => Promise.reject(new OutboundFault('it answered 503', restMs));

  beforeEach(() => {
    breaker = new CircuitBreaker(REST_MS);
    now = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    calls.mockReset().mockResolvedValue('answer');
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  async function fail(times: number): Promise<void> {
    calls.mockImplementation(fault());
    for (let time = 0; time < times; time++) await expect(call()).rejects.toThrow('it answered 503');
  }

  it('lets through whatever comes of a call, until faults follow each other', async () => {
    await fail(FAULTS_TO_OPEN - 1);
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
    await fail(FAULTS_TO_OPEN - 1);
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
  });

  it('asks nobody while it is open, and says until when', async () => {
    await fail(FAULTS_TO_OPEN);
    calls.mockClear();
    const wall = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-15T12:00:00.000Z'));
    now += 10_000;
    await expect(call()).rejects.toMatchObject({ remainingMs: 20_000, until: '2026-01-15T12:00:20.000Z' });
    wall.mockRestore();
    expect(calls).not.toHaveBeenCalled();
  });

  it('stays open for its time whatever the wall clock does', async () => {
    await fail(FAULTS_TO_OPEN);
    jest.spyOn(Date, 'now').mockReturnValue(0);
    calls.mockResolvedValue('answer');
    now += REST_MS - 1;
    await expect(call()).rejects.toBeInstanceOf(CircuitOpenError);
    now += 1;
    expect(await call()).toBe('answer');
  });

  it('lets one call through when the rest is over, and all once that is answered', async () => {
    await fail(FAULTS_TO_OPEN);
    now += REST_MS;
    let answer!: (text: string) => void;
    calls.mockClear().mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const trial = call();
    await expect(call()).rejects.toBeInstanceOf(CircuitOpenError);
    expect(calls).toHaveBeenCalledTimes(1);
    answer('back');
    expect(await trial).toBe('back');
    calls.mockResolvedValue('answer');
    expect(await Promise.all([call(), call()])).toEqual(['answer', 'answer']);
  });

  it('rests again when that call meets a fault', async () => {
    await fail(FAULTS_TO_OPEN);
    now += REST_MS;
    await fail(1);
    await expect(call()).rejects.toBeInstanceOf(CircuitOpenError);
    now += REST_MS;
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
  });

  it('takes a refusal for an answer', async () => {
    calls.mockRejectedValue(new Refused());
    for (let time = 0; time < 2 * FAULTS_TO_OPEN; time++)
      await expect(call()).rejects.toBeInstanceOf(Refused);
  });

  it('rests as long as it is asked to, at once', async () => {
    calls.mockImplementation(fault(5_000));
    await expect(call()).rejects.toThrow('it answered 503');
    await expect(call()).rejects.toMatchObject({ remainingMs: 5_000 });
    now += 5_000;
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
  });

  it('is not kept open by calls that were under way when it opened', async () => {
    calls.mockImplementation(fault());
    const many = Array.from({ length: 3 * FAULTS_TO_OPEN }, () => call());
    await Promise.allSettled(many);
    now += REST_MS;
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
  });
});
