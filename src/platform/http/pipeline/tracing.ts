import type { NextFunction, Request, Response } from 'express';
import { beginSpan, isTracing } from '../../tracing/traces.js';
import { loggedPath, routeOf, UNLOGGED } from './logging.js';

type Trusts = (address: string | undefined, hop: number) => boolean;

/**
 * Middleware: a span for each request. A `traceparent` is believed where `TRUST_PROXY` believes the sender; a stranger's is
 * only linked to, for it would choose whose trace this is and whether it is kept.
 */
export function traceRequests(request: Request, response: Response, next: NextFunction): void {
  if (!isTracing() || UNLOGGED.has(request.path)) return next();
  const trusts = request.app.get('trust proxy fn') as Trusts;
  const said = request.get('traceparent');
  const trusted = trusts(request.socket.remoteAddress, 0);
  const { method } = request;
  const span = beginSpan(method, {
    kind: 'server',
    parent: (trusted && said) || null,
    link: trusted ? undefined : said,
    facts: {
      'http.request.method': method,
      'url.path': loggedPath(request.path),
      'lading.request_id': String(response.getHeader('Request-Id')),
    },
  });
  response.once('close', () => {
    const route = routeOf(request);
    const status = response.writableFinished ? response.statusCode : 499;
    span.rename(`${method} ${route}`);
    span.tell({ 'http.route': route, 'http.response.status_code': status });
    if (status >= 500) span.fail(String(status));
    span.end();
  });
  span.around(next);
}
