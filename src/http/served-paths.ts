import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ProcessRole } from '../config.js';
import { ApiError } from './api-error.js';
import { requestContext } from './request-context.js';

const FOR_OPERATORS = /^\/(health|metrics)(\/|$)/;
const FOR_ALL = /^\/(api\/v1|health|metrics|docs|openapi\.(json|yaml))(\/|$)/i;

/** Middleware: what the process serves and nothing else; the address alone leads to the API's pages. A worker serves operators only. */
export function servedPaths(role: ProcessRole): RequestHandler {
  const served = role === 'worker' ? FOR_OPERATORS : FOR_ALL;
  return (request: Request, response: Response, next: NextFunction): void => {
    if (served.test(request.path)) return next();
    if (request.path === '/' && role !== 'worker') return response.redirect('/docs');
    const missing = new ApiError('route_missing');
    response.status(missing.spec.status).json(missing.toBody(requestContext()?.requestId));
  };
}
