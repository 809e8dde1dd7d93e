import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ProcessRole } from '../../../config/settings.js';
import { ApiError } from '../errors/api-error.js';
import { getRequestContext } from './request-context.js';

const OPERATOR_PATHS = /^\/(health|metrics)(\/|$)/;
/** /app/session and /app/sessions belong to the sign-in API. */
const PAGE_PATHS = /^\/(app(?!\/sessions?(\/|$))|docs|guides|reference|openapi\.(json|yaml))(\/|$)/;
const SERVED_PATHS =
  /^\/(api\/v1|app|health|metrics|docs|guides|reference|tenders|track|openapi\.(json|yaml))(\/|$)/;

/**
 * Creates the middleware that rejects paths this process does not serve: a worker serves /health and /metrics only. `/`
 * redirects browsers to the dashboard and other clients to the API reference.
 */
export function createServedPathsMiddleware(role: ProcessRole): RequestHandler {
  const served = role === 'worker' ? OPERATOR_PATHS : SERVED_PATHS;
  return (request: Request, response: Response, next: NextFunction): void => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (served.test(request.path)) {
      if (isRead || !PAGE_PATHS.test(request.path)) return next();
      return sendError(response, new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD' } }));
    }
    if (request.path === '/' && isRead && role !== 'worker')
      return response.vary('Accept').redirect(isBrowser(request) ? '/app' : '/docs');
    sendError(response, new ApiError('route_missing'));
  };
}

function isBrowser(request: Request): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

export function sendRouteMissing(_request: Request, response: Response): void {
  sendError(response, new ApiError('route_missing'));
}

export function sendError(response: Response, error: ApiError): void {
  response
    .status(error.spec.status)
    .set(error.details.headers ?? {})
    .json(error.toBody(getRequestContext()!));
}
