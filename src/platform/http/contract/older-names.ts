import type { NextFunction, Request, Response } from 'express';

const OLDER = /^\/api\/v1\/shipments(?=\/|$)/;
const SUCCESSOR = '/api/v1/freight';

/** When `/shipments` became the older name of `/freight`: 1 October 2026, in Unix seconds. */
const DEPRECATED_SINCE = Date.UTC(2026, 9, 1) / 1_000;

/** Whether a path is of the older naming: the same handlers as `/freight`, kept for compatibility. */
export function isOlderName(path: string): boolean {
  return OLDER.test(path);
}

/** Middleware: every answer under an older name says so and names its successor. Source: RFC 9745, RFC 8288. */
export function announceSuccessor(request: Request, response: Response, next: NextFunction): void {
  if (isOlderName(request.path)) {
    const successor = request.path.replace(OLDER, SUCCESSOR).replace(/[<>]/g, encodeURIComponent);
    response.setHeader('Deprecation', `@${DEPRECATED_SINCE}`);
    response.setHeader('Link', `<${successor}>; rel="successor-version"`);
  }
  next();
}
