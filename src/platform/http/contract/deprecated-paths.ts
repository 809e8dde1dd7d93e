import type { NextFunction, Request, Response } from 'express';

const DEPRECATED_PATH = /^\/api\/v1\/shipments(?=\/|$)/;
const SUCCESSOR_PATH = '/api/v1/freight';

/** 1 October 2026, in Unix seconds. */
const DEPRECATED_SINCE = Date.UTC(2026, 9, 1) / 1_000;

/** Returns true for `/api/v1/shipments` and below, the older name of `/api/v1/freight`. */
export function isDeprecatedPath(path: string): boolean {
  return DEPRECATED_PATH.test(path);
}

export function toSuccessorPath(path: string): string {
  return path.replace(DEPRECATED_PATH, SUCCESSOR_PATH);
}

/** Middleware: sets `Deprecation` (RFC 9745) and `Link` (RFC 8288) on responses of deprecated paths. */
export function setDeprecationHeaders(request: Request, response: Response, next: NextFunction): void {
  if (isDeprecatedPath(request.path)) {
    const successor = toSuccessorPath(request.path).replace(/[<>]/g, encodeURIComponent);
    response.setHeader('Deprecation', `@${DEPRECATED_SINCE}`);
    response.setHeader('Link', `<${successor}>; rel="successor-version"`);
  }
  next();
}
