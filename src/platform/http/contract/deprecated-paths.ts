import type { NextFunction, Request, Response } from 'express';

const DEPRECATED_PATH = /^\/api\/v1\/shipments(?=\/|$)/;
const SUCCESSOR_PATH = '/api/v1/freight';

/** When `/shipments` became the older name of `/freight`: 1 October 2026, in Unix seconds. */
const DEPRECATED_SINCE = Date.UTC(2026, 9, 1) / 1_000;

/** Whether a path is of the older naming: the same handlers as `/freight`, kept for compatibility. */
export function isDeprecatedPath(path: string): boolean {
  return DEPRECATED_PATH.test(path);
}

/** Middleware: every answer under an older name says so and names its successor. Source: RFC 9745, RFC 8288. */
export function setDeprecationHeaders(request: Request, response: Response, next: NextFunction): void {
  if (isDeprecatedPath(request.path)) {
    const successor = request.path
      .replace(DEPRECATED_PATH, SUCCESSOR_PATH)
      .replace(/[<>]/g, encodeURIComponent);
    response.setHeader('Deprecation', `@${DEPRECATED_SINCE}`);
    response.setHeader('Link', `<${successor}>; rel="successor-version"`);
  }
  next();
}
