import { setImmediate } from 'node:timers/promises';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { ApiError } from '../errors/api-error.js';
import { onResponseClose } from '../pipeline/response-close.js';

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
