import type { Response } from 'express';
import { KeyedMutex } from '../../async/keyed-mutex.js';
import { assertClientConnected, onResponseClose } from '../contract/request-signal.js';
import { unavailable } from '../errors/api-error.js';

/** How long a file waits for its first turn. A file that has begun waits as long as it takes. */
export const MAX_FILE_WAIT_MS = 10_000;

/**
 * Runs the work of an organization's files one at a time: an import, or one chunk of a CSV list or of tariff rates. Such
 * work keeps the 30 s of DATABASE_STATEMENT_TIMEOUT and holds much memory. Each process has its own queue, as it has its
 * own database connections.
 */
const mutex = new KeyedMutex<number | undefined>();

/** @throws ApiError service_unavailable if the first task of a file waits longer than `MAX_FILE_WAIT_MS` */
export async function runFileTask<T>(
  organizationId: number | undefined,
  isFirst: boolean,
  task: () => Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let hasExpired = false;
  const expire = (): void => {
    hasExpired = true;
    reject(
      unavailable('Another export or import of this organization is in progress. Retry in a few seconds.'),
    );
  };
  const timer = isFirst ? setTimeout(expire, MAX_FILE_WAIT_MS) : undefined;
  void mutex.runExclusive(organizationId, async () => {
    clearTimeout(timer);
    if (!hasExpired) await task().then(resolve, reject);
  });
  return promise;
}

/** Waits for the turn of an import, which lasts until its response is sent. @throws ApiError service_unavailable */
export async function waitForFileTurn(organizationId: number | undefined, response: Response): Promise<void> {
  const { promise: turn, resolve: start, reject } = Promise.withResolvers<void>();
  const task = (): Promise<void> => {
    start();
    return new Promise((end) => onResponseClose(response, end));
  };
  void runFileTask(organizationId, true, task).catch(reject);
  await turn;
  assertClientConnected(response);
}
