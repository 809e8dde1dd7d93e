import type { AsyncLocalStorage } from 'node:async_hooks';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Config } from '../../../config/config.js';
import { requestScopes, type RequestScope } from '../../database/connection-shares.js';
import type { ErrorContext } from '../errors/api-error.js';
import { newRequestId } from '../errors/malformed-request.js';
import { encodeFieldPaths, IGNORED_FIELDS_HEADER } from './ignored-fields.js';

export interface RequestContext extends ErrorContext, RequestScope {
  /** True if the client sent `Prefer: handling=strict`: unknown fields are errors. */
  strict: boolean;
  /** The unknown body fields that the service ignored, as the response header lists them. */
  ignoredFields?: readonly string[];
  /** Stores the ignored fields and adds the response header. */
  reportIgnoredFields: (paths: readonly string[]) => void;
  idempotencyKey?: string;
  /** Set by the rate limits; called if the response is large. */
  onLargeResponse?: () => void;
  errorCode?: string;
}

const storage = requestScopes as AsyncLocalStorage<RequestContext>;

/** Returns the context of the current request; undefined in jobs and at startup. */
export function getRequestContext(): RequestContext | undefined {
  return storage.getStore();
}

/** @param readMs milliseconds that a statement of a read may take */
export function createRequestContextMiddleware(publicUrl: () => string, readMs?: number): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const requestId = newRequestId();
    response.setHeader('Request-Id', requestId);
    const strict = prefersStrict(request.get('prefer') ?? '');
    if (strict) response.setHeader('Preference-Applied', 'handling=strict');
    const statementMs = request.method === 'GET' ? readMs : undefined;
    const context: RequestContext = {
      requestId,
      publicUrl: publicUrl(),
      strict,
      statementMs,
      reportIgnoredFields: (paths) => {
        context.ignoredFields = encodeFieldPaths(paths);
        response.setHeader(IGNORED_FIELDS_HEADER, context.ignoredFields.join(', '));
      },
    };
    storage.run(context, next);
  };
}

/**
 * Returns true for the preference `handling=strict`, also quoted, with spaces, with parameters or among other preferences.
 * The first value of a preference counts. Source: RFC 7240, section 2.
 */
function prefersStrict(header: string): boolean {
  const preferences = header.split(',').map((preference) => preference.split(';')[0]!.split('='));
  const handling = preferences.find(([name]) => name!.trim().toLowerCase() === 'handling');
  return /^\s*("?)strict\1\s*$/i.test(handling?.[1] ?? '');
}

/**
 * Returns a function that returns the base of absolute links, to be called once the app listens. Never uses the Host
 * header, because clients can set it to anything.
 */
export function createPublicUrlProvider(app: NestExpressApplication, config: Config): () => string {
  let url = config.publicUrl;
  return () => (url ??= `http://localhost:${(app.getHttpServer().address() as AddressInfo).port}`);
}

export function resolvePublicUrl({ publicUrl, port = 3000 }: Config): string {
  return getRequestContext()?.publicUrl ?? publicUrl ?? `http://localhost:${port}`;
}

/** Combines middleware into one layer of Express's router, which matches the path again for each of its layers. */
export function composeMiddleware(...steps: RequestHandler[]): RequestHandler {
  return steps.reduceRight<RequestHandler>(
    (rest, step) => (request: Request, response: Response, next: NextFunction) =>
      step(request, response, (error?: unknown) =>
        error === undefined ? rest(request, response, next) : next(error),
      ),
    (_request, _response, next) => next(),
  );
}
