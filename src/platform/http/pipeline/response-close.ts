import type { Response } from 'express';
import { unavailable } from '../errors/api-error.js';

/**
 * Runs `then` once, when the answer is out or its client gone. Who listens after something was waited for may have missed
 * that: then it runs at once.
 */
export function onResponseClose(response: Response, then: () => void): void {
  if (response.closed) then();
  else response.once('close', then);
}

/** Nothing is begun for a client that is gone. @throws ApiError service_unavailable, which nobody reads */
export function assertClientConnected(response: Response): void {
  if (response.closed) throw unavailable('The client has left.');
}
