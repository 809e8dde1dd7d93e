import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ProcessRole } from '../../../config/env.js';
import { ApiError } from '../errors/api-error.js';
import { getRequestContext } from './request-context.js';

const OPERATOR_PATHS = /^\/(health|metrics)(\/|$)/;
/** Who signs in to the dashboard talks to `/app/session`. */
const PAGE_PATHS = /^\/(app(?!\/sessions?(\/|$))|docs|openapi\.(json|yaml))(\/|$)/;
const SERVED_PATHS = /^\/(api\/v1|app|health|metrics|docs|tenders|track|openapi\.(json|yaml))(\/|$)/;

/**
 * Middleware: what the process serves and nothing else. The address alone leads a browser to the dashboard and a program
 * to the API's pages. A worker serves operators only.
 */
export function createServedPathsMiddleware(role: ProcessRole): RequestHandler {
  const served = role === 'worker' ? OPERATOR_PATHS : SERVED_PATHS;
  return (request: Request, response: Response, next: NextFunction): void => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (served.test(request.path)) {
      if (reads || !PAGE_PATHS.test(request.path)) return next();
      return sendError(response, new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } }));
    }
    if (request.path === '/' && reads && role !== 'worker')
      return response.vary('Accept').redirect(isBrowser(request) ? '/app' : '/docs');
    sendError(response, new ApiError('route_missing'));
  };
}

function isBrowser(request: Request): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

/** Middleware behind the pages: what they don't have. */
export function sendRouteMissing(_request: Request, response: Response): void {
  sendError(response, new ApiError('route_missing'));
}

function sendError(response: Response, error: ApiError): void {
  response
    .status(error.spec.status)
    .set(error.details.headers ?? {})
    .json(error.toBody(getRequestContext()!));
}
