import { setImmediate } from 'node:timers/promises';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { ApiError } from '../errors/api-error.js';
import { onResponseClose } from '../pipeline/response-close.js';

/** Aborted when the client closes the connection before it has its answer: what it waited for needn't be made. */
export const RequestSignal = createParamDecorator(
  (_data: unknown, context: ExecutionContext): AbortSignal => {
    const leaving = new AbortController();
    const response = context.switchToHttp().getResponse<Response>();
    onResponseClose(response, () => {
      if (!response.writableFinished) leaving.abort(new Error('The client has left'));
    });
    return leaving.signal;
  },
);

/** Serves others, and ends the work of a client that has left meanwhile. @throws ApiError request_timeout, which nobody reads */
export async function yieldToEventLoop(leaving?: AbortSignal): Promise<void> {
  await setImmediate();
  if (leaving?.aborted) throw new ApiError('request_timeout', { transient: true });
}
