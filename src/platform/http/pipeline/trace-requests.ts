import type { NextFunction, Request, Response } from 'express';
import { startSpan, isTracing } from '../../tracing/spans.js';
import { redactPath, getRoutePattern, UNLOGGED_PATHS } from './logging.js';

type TrustProxyFn = (address: string | undefined, hop: number) => boolean;

/**
 * Middleware: one span per request. Adopts `traceparent` as the parent only from senders that TRUST_PROXY trusts. From
 * other clients it becomes a link, so that they cannot choose the trace id or its sampling.
 */
export function traceRequests(request: Request, response: Response, next: NextFunction): void {
  if (!isTracing() || UNLOGGED_PATHS.has(request.path)) return next();
  const isTrusted = request.app.get('trust proxy fn') as TrustProxyFn;
  const traceparent = request.get('traceparent');
  const trusted = isTrusted(request.socket.remoteAddress, 0);
  const { method } = request;
  const span = startSpan(method, {
    kind: 'server',
    parent: (trusted && traceparent) || null,
    link: trusted ? undefined : traceparent,
    attributes: {
      'http.request.method': method,
      'url.path': redactPath(request.path),
      'lading.request_id': String(response.getHeader('Request-Id')),
    },
  });
  response.once('close', () => {
    const route = getRoutePattern(request);
    const status = response.writableFinished ? response.statusCode : 499;
    span.rename(`${method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
    if (status >= 500) span.fail(String(status));
    span.end();
  });
  span.runWithin(next);
}
