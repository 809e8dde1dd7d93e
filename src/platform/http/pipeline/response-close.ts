import type { Response } from 'express';
import { unavailable } from '../errors/api-error.js';

/** Runs `then` once the response is sent or the client has left; at once if that has happened already. */
export function onResponseClose(response: Response, then: () => void): void {
  if (response.closed) then();
  else response.once('close', then);
}

/** Starts no work for a client that has left. @throws ApiError service_unavailable, which no client reads */
export function assertClientConnected(response: Response): void {
  if (response.closed) throw unavailable('The client closed the connection.');
}
