import type { NestApplicationOptions } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Config } from '../config/config.js';
import { serveDashboard } from './dashboard/serve-dashboard.js';
import { serveOpenApiPages } from './openapi/openapi-pages.js';
import { assertUniqueSchemas } from './openapi/unique-schemas.js';
import { ErrorFilter } from '../platform/http/errors/error.filter.js';
import { sendJson } from '../platform/http/pipeline/send-json.js';
import { logRequests } from '../platform/http/pipeline/logging.js';
import { composeMiddleware } from '../platform/http/pipeline/compose-middleware.js';
import { setDeprecationHeaders } from '../platform/http/contract/deprecated-paths.js';
import { createPublicUrlProvider } from '../platform/http/pipeline/public-url.js';
import { createRequestContextMiddleware } from '../platform/http/pipeline/request-context.js';
import { traceRequests } from '../platform/http/pipeline/trace-requests.js';
import { createServedPathsMiddleware } from '../platform/http/pipeline/served-paths.js';
import { setSecurityHeaders, configureTransport } from '../platform/http/pipeline/transport.js';
import { DtoValidationPipe } from '../platform/http/pipeline/dto-validation.pipe.js';
import { DrainService } from './health/drain.service.js';
import { OverloadMiddleware } from '../platform/rate-limits/overload.middleware.js';
import { RequestLogMiddleware } from '../features/request-log/request-log.middleware.js';
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
export function configureApp(app: NestExpressApplication): NestExpressApplication {
  const config = app.get(Config);
  const { use: authentication } = app.get(AuthenticationMiddleware);
  const { use: requestLog } = app.get(RequestLogMiddleware);
  const publicUrl = createPublicUrlProvider(app, config);
  configureExpress(app);

  const { use: draining } = app.get(DrainService);
  const { use: overload } = app.get(OverloadMiddleware);
  // 1 context, trace · 2 log · 3 successor of an older path, the connection's end, overload
  app.use(
    composeMiddleware(
      createRequestContextMiddleware(publicUrl),
      traceRequests,
      logRequests,
      setDeprecationHeaders,
      draining,
      overload,
    ),
  );
  // 4 transport: CORS, headers of pages, the server's limits
  configureTransport(app, config, publicUrl);
  // 5 headers of data · 6 authentication and limits, log of the caller's requests · 7 served paths
  app.use(
    composeMiddleware(
      setSecurityHeaders,
      authentication,
      requestLog,
      createServedPathsMiddleware(config.role),
    ),
  );
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
  app.useGlobalPipes(new DtoValidationPipe());
  // 14 handler · 15 the answer leaves through `sendJson`, see configureExpress
  // 16 whatever was thrown on the way
  app.useGlobalFilters(new ErrorFilter());

  assertUniqueSchemas(app);
  serveOpenApiPages(app);
  serveDashboard(app);
  return app;
}

function configureExpress(app: NestExpressApplication): void {
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', 'simple');
  const express = app.getHttpAdapter().getInstance();
  // `/API/v1` would get past whatever looks at a path. Nest has made the router already, so no setting reaches it.
  Object.assign(express.router, { caseSensitive: true });
  express.response.json = sendJson;
}
