import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { withDeadline } from './with-deadline.js';

const late = (): never => {
  throw new Error('late');
};

describe('withDeadline', () => {
  it('returns the result or the error of work that settles in time', async () => {
    await expect(withDeadline(10_000, () => Promise.resolve('done'), late)).resolves.toBe('done');
    await expect(withDeadline(10_000, () => Promise.reject(new Error('no')), late)).rejects.toThrow('no');
  });

  it('abandons work that ignores the signal and returns the result of onExpiry', async () => {
    await expect(withDeadline(5, () => new Promise(() => undefined), late)).rejects.toThrow('late');
    await expect(
      withDeadline(
        5,
        () => new Promise(() => undefined),
        () => 'nothing',
      ),
    ).resolves.toBe('nothing');
  });

  it('prefers onExpiry to an error that the work throws on the same signal', async () => {
    const obedient = (signal: AbortSignal) => sleep(10_000, 'done', { signal });
    await expect(withDeadline(5, obedient, late)).rejects.toThrow('late');
    await expect(withDeadline(AbortSignal.timeout(5), obedient, late)).rejects.toThrow('late');
  });

  it('does not start work after the deadline', async () => {
    const work = jest.fn(() => Promise.resolve());
    await expect(withDeadline(AbortSignal.abort(), work, late)).rejects.toThrow('late');
    expect(work).not.toHaveBeenCalled();
  });
});
