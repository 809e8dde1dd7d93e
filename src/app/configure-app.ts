import type { NestApplicationOptions } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Config } from '../config/config.js';
import { dashboardPages } from './dashboard/pages.js';
import { openApiPages } from './openapi/pages.js';
import { refuseTakenSchemas } from './openapi/unique-schemas.js';
import { ErrorFilter } from '../platform/http/errors/error.filter.js';
import { sendJson } from '../platform/http/pipeline/json-answer.js';
import { logRequests } from '../platform/http/pipeline/logging.js';
import { inOneLayer } from '../platform/http/pipeline/one-layer.js';
import { announceSuccessor } from '../platform/http/contract/older-names.js';
import { publicUrlOf } from '../platform/http/pipeline/public-url.js';
import { openRequestContext } from '../platform/http/pipeline/request-context.js';
import { traceRequests } from '../platform/http/pipeline/tracing.js';
import { servedPaths } from '../platform/http/pipeline/served-paths.js';
import { dataHeaders, hardenTransport } from '../platform/http/pipeline/transport.js';
import { DtoPipe } from '../platform/http/pipeline/validation.pipe.js';
import { Draining } from './health/draining.js';
import { Overload } from '../platform/rate-limits/overload.js';
import { RequestLog } from '../features/request-log/request-log.js';
import { AuthenticationMiddleware } from '../platform/auth/authentication.middleware.js';

/**
 * For `NestFactory.create`: bodies are parsed by our own strict parser, once the caller is known; what keeps the service
 * from starting goes to whoever starts it, who closes the database.
 */
export const APP_OPTIONS: NestApplicationOptions = {
  bodyParser: false,
  logger: ['error', 'warn'],
  abortOnError: false,
};

/**
 * Everything an app has beyond its modules, the same for the server, the tests and the document: the stations of a
 * request from the top down. docs/request.md says what each of them refuses.
 */
export function configure(app: NestExpressApplication): NestExpressApplication {
  const config = app.get(Config);
  const { use: authentication } = app.get(AuthenticationMiddleware);
  const { use: requestLog } = app.get(RequestLog);
  const publicUrl = publicUrlOf(app, config);
  prepareExpress(app);

  const { use: draining } = app.get(Draining);
  const { use: overload } = app.get(Overload);
  // 1 context, trace · 2 log · 3 successor of an older path, the connection's end, overload
  app.use(
    inOneLayer(
      openRequestContext(publicUrl),
      traceRequests,
      logRequests,
      announceSuccessor,
      draining,
      overload,
    ),
  );
  // 4 transport: CORS, headers of pages, the server's limits
  hardenTransport(app, config, publicUrl);
  // 5 headers of data · 6 authentication and limits, log of the caller's requests · 7 served paths
  app.use(inOneLayer(dataHeaders, authentication, requestLog, servedPaths(config.role)));
  // 8 routes
  app.setGlobalPrefix('api/v1', {
    exclude: [
      'health/*path',
      'metrics',
      'tenders/:token',
      'track/*path',
      'app/session',
      'app/session/*path',
      'app/sessions',
    ],
  });
  // 9 key guard · 10 method guard, write guard, query guard, body guard: in the order of identity/identity.module.ts
  // 11 idempotency · 12 answer: around POSTs only, see idempotency/post-interceptors.ts
  // 13 pipes
  app.useGlobalPipes(new DtoPipe());
  // 14 handler · 15 the answer leaves through `sendJson`, see prepareExpress
  // 16 whatever was thrown on the way
  app.useGlobalFilters(new ErrorFilter());

  refuseTakenSchemas(app);
  openApiPages(app);
  dashboardPages(app);
  return app;
}

function prepareExpress(app: NestExpressApplication): void {
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', 'simple');
  const express = app.getHttpAdapter().getInstance();
  // `/API/v1` would get past whatever looks at a path. Nest has made the router already, so no setting reaches it.
  Object.assign(express.router, { caseSensitive: true });
  express.response.json = sendJson;
}
