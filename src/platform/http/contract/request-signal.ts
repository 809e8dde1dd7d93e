import { setImmediate } from 'node:timers/promises';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { ApiError, unavailable } from '../errors/api-error.js';

/** Injects a signal that aborts when the client closes the connection before it has its response. */
export const RequestSignal = createParamDecorator(
  (_data: unknown, context: ExecutionContext): AbortSignal => {
    const controller = new AbortController();
    const response = context.switchToHttp().getResponse<Response>();
    onResponseClose(response, () => {
      if (!response.writableFinished) controller.abort(new Error('The client closed the connection'));
    });
    return controller.signal;
  },
);

/** Gives other requests a turn. @throws ApiError request_timeout if the client has left, which no client reads */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  await setImmediate();
  if (signal?.aborted) throw new ApiError('request_timeout', { transient: true });
}

/** Runs `then` once the response is sent or the client has left; at once if that has happened already. */
export function onResponseClose(response: Response, then: () => void): void {
  if (response.closed) then();
  else response.once('close', then);
}

/** Starts no work for a client that has left. @throws ApiError service_unavailable, which no client reads */
export function assertClientConnected(response: Response): void {
  if (response.closed) throw unavailable('The client closed the connection.');
}
