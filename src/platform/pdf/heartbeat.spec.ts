import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Heartbeat } from './heartbeat.js';

const BEAT_MS = 2_000;

let questions: ((lives: boolean) => void)[];
let deaths: number;
let pulse: Heartbeat;

const ask = () => new Promise<boolean>((resolve) => questions.push(resolve));
const died = () => void (deaths += 1);
const beat = () => jest.advanceTimersByTimeAsync(BEAT_MS);
const answer = async (lives: boolean) => {
  questions.shift()!(lives);
  await jest.advanceTimersByTimeAsync(0);
};

/** A waiter that stays until it is released or the process is dead. */
function wait(): { leave: () => void; outcome: Promise<string> } {
  let leave!: () => void;
  const outcome = pulse.run(
    (lost) =>
      new Promise<string>((resolve) => {
        leave = () => resolve('left');
        lost.addEventListener('abort', () => resolve('lost'));
      }),
  );
  return { leave, outcome };
}

beforeEach(() => {
  jest.useFakeTimers();
  [questions, deaths] = [[], 0];
  pulse = new Heartbeat(ask, died);
});
afterEach(() => void jest.useRealTimers());

describe('Heartbeat', () => {
  it('probes the process only while a caller waits', async () => {
    const { leave, outcome } = wait();
    await beat();
    expect(questions).toHaveLength(1);
    leave();
    expect(await outcome).toBe('left');
    await beat();
    expect(questions).toHaveLength(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('reports a lost process after two missed answers in a row, first to the owner, then to every caller', async () => {
    const [one, other] = [wait(), wait()];
    await beat();
    await answer(false);
    await beat();
    await answer(true);
    await beat();
    await answer(false);
    expect(deaths).toBe(0);
    await beat();
    await answer(false);
    expect(deaths).toBe(1);
    expect(await Promise.all([one.outcome, other.outcome])).toEqual(['lost', 'lost']);
  });

  it('starts counting again for a later caller, so two late answers an hour apart are no failure', async () => {
    const first = wait();
    await beat();
    await answer(false);
    first.leave();
    await first.outcome;
    await jest.advanceTimersByTimeAsync(3_600_000);
    const second = wait();
    await beat();
    await answer(false);
    expect(deaths).toBe(0);
    await beat();
    await answer(false);
    expect(deaths).toBe(1);
    expect(await second.outcome).toBe('lost');
  });

  it('ignores a missed answer to a probe from before the caller arrived', async () => {
    const first = wait();
    await beat();
    first.leave();
    await first.outcome;
    const second = wait();
    await answer(false); // the first one's
    await beat();
    await answer(false);
    expect(deaths).toBe(0);
    second.leave();
    expect(await second.outcome).toBe('left');
  });

  it('reports a lost process if the last answer is missed after every caller has left', async () => {
    const { leave, outcome } = wait();
    await beat();
    await beat();
    leave();
    await outcome;
    await answer(false);
    await answer(false);
    expect(deaths).toBe(1);
  });
});
