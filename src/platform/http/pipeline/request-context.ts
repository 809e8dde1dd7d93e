import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ErrorContext } from '../errors/api-error.js';
import { newRequestId } from '../errors/malformed-request.js';

/** What belongs to the request in progress and is needed where the request itself isn't passed. */
export interface RequestContext extends ErrorContext {
  /** True when the client sent `Prefer: handling=strict`: unknown fields are then errors. */
  strict: boolean;
  /** Set by idempotency: the key a repeat of this request will carry. */
  idempotencyKey?: string;
  /** Set by the limits: hears that the answer is a large one. */
  onLargeResponse?: () => void;
  /** Set by the error filter: the code that was answered. */
  errorCode?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** The context of the request in progress; undefined in jobs and at boot. */
export function getRequestContext(): RequestContext | undefined {
  return storage.getStore();
}

/** First middleware of all: gives every request its id and its context. */
export function createRequestContextMiddleware(publicUrl: () => string): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const requestId = newRequestId();
    response.setHeader('Request-Id', requestId);
    const strict = /\bhandling=strict\b/i.test(request.get('prefer') ?? '');
    storage.run({ requestId, publicUrl: publicUrl(), strict }, next);
  };
}
