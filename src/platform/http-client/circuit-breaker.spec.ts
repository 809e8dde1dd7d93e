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
  const fault = (restMs?: number) => () => Promise.reject(new OutboundFault('it returned HTTP 503', restMs));

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
    for (let time = 0; time < times; time++) await expect(call()).rejects.toThrow('it returned HTTP 503');
  }

  it('stays closed until enough consecutive calls fail', async () => {
    await fail(FAULTS_TO_OPEN - 1);
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
    await fail(FAULTS_TO_OPEN - 1);
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
  });

  it('rejects calls while it is open and says until when', async () => {
    await fail(FAULTS_TO_OPEN);
    calls.mockClear();
    const wall = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-15T12:00:00.000Z'));
    now += 10_000;
    await expect(call()).rejects.toMatchObject({ remainingMs: 20_000, until: '2026-01-15T12:00:20.000Z' });
    wall.mockRestore();
    expect(calls).not.toHaveBeenCalled();
  });

  it('stays open for the full cooldown whatever the wall clock does', async () => {
    await fail(FAULTS_TO_OPEN);
    jest.spyOn(Date, 'now').mockReturnValue(0);
    calls.mockResolvedValue('answer');
    now += REST_MS - 1;
    await expect(call()).rejects.toBeInstanceOf(CircuitOpenError);
    now += 1;
    expect(await call()).toBe('answer');
  });

  it('lets one call through after the cooldown, and all calls once that one succeeds', async () => {
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

  it('opens again when the trial call fails', async () => {
    await fail(FAULTS_TO_OPEN);
    now += REST_MS;
    await fail(1);
    await expect(call()).rejects.toBeInstanceOf(CircuitOpenError);
    now += REST_MS;
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
  });

  it('counts a refusal as a success', async () => {
    calls.mockRejectedValue(new Refused());
    for (let time = 0; time < 2 * FAULTS_TO_OPEN; time++)
      await expect(call()).rejects.toBeInstanceOf(Refused);
  });

  it('opens at once for a requested cooldown', async () => {
    calls.mockImplementation(fault(5_000));
    await expect(call()).rejects.toThrow('it returned HTTP 503');
    await expect(call()).rejects.toMatchObject({ remainingMs: 5_000 });
    now += 5_000;
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
  });

  it('is not kept open by calls that were in progress when it opened', async () => {
    calls.mockImplementation(fault());
    const many = Array.from({ length: 3 * FAULTS_TO_OPEN }, () => call());
    await Promise.allSettled(many);
    now += REST_MS;
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
  });

  it('opens again for the cooldown when the trial after a requested cooldown fails', async () => {
    calls.mockImplementation(fault(5_000));
    await expect(call()).rejects.toThrow('it returned HTTP 503');
    now += 5_000;
    await fail(1);
    await expect(call()).rejects.toMatchObject({ remainingMs: REST_MS });
  });

  it('needs five consecutive faults again after a trial call succeeds', async () => {
    await fail(FAULTS_TO_OPEN);
    now += REST_MS;
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
    await fail(FAULTS_TO_OPEN - 1);
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
  });

  it.each([
    ['a success', () => 'answer'],
    ['a refusal', () => Promise.reject(new Refused())],
  ])('is not closed by %s of a call that was in progress when it opened', async (_name, end) => {
    let finish!: () => void;
    calls.mockImplementation(() => new Promise<void>((resolve) => (finish = resolve)).then(end));
    const early = call();
    await fail(FAULTS_TO_OPEN);
    finish();
    await Promise.allSettled([early]);
    await expect(call()).rejects.toMatchObject({ remainingMs: REST_MS });
  });

  it('stays half-open when an earlier call fails during the trial call', async () => {
    let finish!: () => void;
    calls.mockImplementation(() => new Promise<void>((resolve) => (finish = resolve)).then(fault()));
    const early = call();
    await fail(FAULTS_TO_OPEN);
    now += REST_MS;
    let answer!: (text: string) => void;
    calls.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const trial = call();
    finish();
    await Promise.allSettled([early]);
    await expect(call()).rejects.toBeInstanceOf(CircuitOpenError);
    answer('back');
    await trial;
    calls.mockResolvedValue('answer');
    expect(await call()).toBe('answer');
  });
});
