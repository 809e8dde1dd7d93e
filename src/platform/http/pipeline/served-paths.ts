import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ProcessRole } from '../../../config/env.js';
import { ApiError } from '../errors/api-error.js';
import { requestContext } from './request-context.js';

const FOR_OPERATORS = /^\/(health|metrics)(\/|$)/;
/** Who signs in to the dashboard talks to `/app/session`. */
const PAGES = /^\/(app(?!\/sessions?(\/|$))|docs|openapi\.(json|yaml))(\/|$)/;
const FOR_ALL = /^\/(api\/v1|app|health|metrics|docs|tenders|track|openapi\.(json|yaml))(\/|$)/;

/**
 * Middleware: what the process serves and nothing else. The address alone leads a browser to the dashboard and a program
 * to the API's pages. A worker serves operators only.
 */
export function servedPaths(role: ProcessRole): RequestHandler {
  const served = role === 'worker' ? FOR_OPERATORS : FOR_ALL;
  return (request: Request, response: Response, next: NextFunction): void => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (served.test(request.path)) {
      if (reads || !PAGES.test(request.path)) return next();
      return refuse(response, new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } }));
    }
    if (request.path === '/' && reads && role !== 'worker')
      return response.vary('Accept').redirect(isBrowser(request) ? '/app' : '/docs');
    refuse(response, new ApiError('route_missing'));
  };
}

function isBrowser(request: Request): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

/** Middleware behind the pages: what they don't have. */
export function noSuchPage(_request: Request, response: Response): void {
  refuse(response, new ApiError('route_missing'));
}

function refuse(response: Response, error: ApiError): void {
  response
    .status(error.spec.status)
    .set(error.details.headers ?? {})
    .json(error.toBody(requestContext()!));
}
