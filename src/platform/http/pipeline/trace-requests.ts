import type { NextFunction, Request, Response } from 'express';
import { startSpan, isTracing } from '../../tracing/spans.js';
import { redactPath, getRoutePattern, UNLOGGED_PATHS } from './logging.js';

type TrustProxyFn = (address: string | undefined, hop: number) => boolean;

/**
 * Middleware: a span for each request. A `traceparent` is believed where `TRUST_PROXY` believes the sender; a stranger's is
 * only linked to, for it would choose whose trace this is and whether it is kept.
 */
export function traceRequests(request: Request, response: Response, next: NextFunction): void {
  if (!isTracing() || UNLOGGED_PATHS.has(request.path)) return next();
  const trusts = request.app.get('trust proxy fn') as TrustProxyFn;
  const said = request.get('traceparent');
  const trusted = trusts(request.socket.remoteAddress, 0);
  const { method } = request;
  const span = startSpan(method, {
    kind: 'server',
    parent: (trusted && said) || null,
    link: trusted ? undefined : said,
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
