import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { withDeadline } from './with-deadline.js';

const late = (): never => {
  throw new Error('late');
};

describe('a deadline', () => {
  it('lets work through that is done in time, and fail that fails', async () => {
    await expect(withDeadline(10_000, () => Promise.resolve('done'), late)).resolves.toBe('done');
    await expect(withDeadline(10_000, () => Promise.reject(new Error('no')), late)).rejects.toThrow('no');
  });

  it('leaves work behind that does not heed it, with what it is told to answer then', async () => {
    await expect(withDeadline(5, () => new Promise(() => undefined), late)).rejects.toThrow('late');
    await expect(
      withDeadline(
        5,
        () => new Promise(() => undefined),
        () => 'nothing',
      ),
    ).resolves.toBe('nothing');
  });

  it('says that it is late even where the work ends with the same signal', async () => {
    const obedient = (signal: AbortSignal) => sleep(10_000, 'done', { signal });
    await expect(withDeadline(5, obedient, late)).rejects.toThrow('late');
    await expect(withDeadline(AbortSignal.timeout(5), obedient, late)).rejects.toThrow('late');
  });

  it('begins no work once it has passed', async () => {
    const work = jest.fn(() => Promise.resolve());
    await expect(withDeadline(AbortSignal.abort(), work, late)).rejects.toThrow('late');
    expect(work).not.toHaveBeenCalled();
  });
});
