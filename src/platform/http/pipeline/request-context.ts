import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ErrorContext } from '../errors/api-error.js';
import { newRequestId } from '../errors/malformed-request.js';

export interface RequestContext extends ErrorContext {
  /** True if the client sent `Prefer: handling=strict`: unknown fields are errors. */
  strict: boolean;
  idempotencyKey?: string;
  /** Set by the rate limits; called if the response is large. */
  onLargeResponse?: () => void;
  errorCode?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Returns the context of the current request; undefined in jobs and at startup. */
export function getRequestContext(): RequestContext | undefined {
  return storage.getStore();
}

export function createRequestContextMiddleware(publicUrl: () => string): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const requestId = newRequestId();
    response.setHeader('Request-Id', requestId);
    const strict = /\bhandling=strict\b/i.test(request.get('prefer') ?? '');
    storage.run({ requestId, publicUrl: publicUrl(), strict }, next);
  };
}
