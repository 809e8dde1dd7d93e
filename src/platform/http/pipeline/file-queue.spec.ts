import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Response } from 'express';
import { MAX_FILE_WAIT_MS, runFileTask, waitForFileTurn } from './file-queue.js';

describe('the file queue of an organization', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Occupies the turn of organization 1 until the returned function is called. */
  function holdTurn(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    void runFileTask(1, true, () => promise);
    return resolve;
  }

  it('ends a new file with 503 and Retry-After when it waits too long, without running it', async () => {
    const release = holdTurn();
    const task = jest.fn(() => Promise.resolve('rows'));
    const waiting = runFileTask(1, true, task).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(MAX_FILE_WAIT_MS);
    expect(await waiting).toMatchObject({
      code: 'service_unavailable',
      details: { headers: { 'Retry-After': '2' } },
    });
    release();
    expect(await runFileTask(1, true, () => Promise.resolve('next'))).toBe('next');
    expect(task).not.toHaveBeenCalled();
  });

  it('lets a file that has begun wait for as long as it takes', async () => {
    const release = holdTurn();
    const waiting = runFileTask(1, false, () => Promise.resolve('rows'));
    await jest.advanceTimersByTimeAsync(10 * MAX_FILE_WAIT_MS);
    release();
    expect(await waiting).toBe('rows');
  });

  it('does not delay another organization', async () => {
    const release = holdTurn();
    expect(await runFileTask(2, true, () => Promise.resolve('rows'))).toBe('rows');
    release();
  });

  it('continues after a task that fails', async () => {
    await expect(runFileTask(1, true, () => Promise.reject(new Error('no rows')))).rejects.toThrow('no rows');
    expect(await runFileTask(1, true, () => Promise.resolve('rows'))).toBe('rows');
  });

  it('gives an import its turn until its response is closed', async () => {
    const response = Object.assign(new EventEmitter(), { closed: false }) as unknown as Response;
    await waitForFileTurn(1, response);
    const task = jest.fn(() => Promise.resolve('rows'));
    const waiting = runFileTask(1, true, task);
    await jest.advanceTimersByTimeAsync(MAX_FILE_WAIT_MS - 1);
    expect(task).not.toHaveBeenCalled();
    response.emit('close');
    expect(await waiting).toBe('rows');
  });

  it('rejects an import that waits too long', async () => {
    const release = holdTurn();
    const response = Object.assign(new EventEmitter(), { closed: false }) as unknown as Response;
    const waiting = waitForFileTurn(1, response).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(MAX_FILE_WAIT_MS);
    expect(await waiting).toMatchObject({ code: 'service_unavailable' });
    release();
  });
});
