/**
 * The HTTP pipeline: the stages that a request passes, in order.
 *
 * Entities. `RequestContext` lives in an `AsyncLocalStorage` from stage 1 to the end of the response: request id, public
 * URL, strict mode, idempotency key. A `Caller` (an API key or a signed-in member) is attached to the request in stage 6.
 * An `ApiError` carries a code of the error catalog (`platform/http/errors`): any stage may throw one, and stage 13
 * turns it into the response.
 *
 * The Node server, before stage 1 (`http/pipeline/transport.ts`):
 *   - HTTP_MAX_CONNECTIONS open connections; the server closes further ones. Connections without a request in progress
 *     use at most half of them: beyond that, the client address with the most idle connections loses its oldest one.
 *   - Headers must arrive within HTTP_HEADERS_TIMEOUT and the whole request within HTTP_REQUEST_TIMEOUT (408).
 *   - A client that reads nothing of its response for HTTP_WRITE_TIMEOUT loses its connection. A connection without
 *     traffic for 120 s is closed; a keep-alive connection between requests after HTTP_KEEP_ALIVE_TIMEOUT.
 *   - Input that is not HTTP gets 400 malformed_request; headers over 16 KiB get 431 headers_too_large.
 *
 * Stages:
 *   1. Request context: `Request-Id` header, `Prefer: handling=strict`. With OTEL_* set, one trace span per request.
 *   2. Request log: one line and one metric when the response ends. Status 499 means that the client left first.
 *   3. `Deprecation` and `Link` headers on older paths. `Connection: close` while the process drains. Overload: when two
 *      event loop checks in a row were more than 2 s late, paths below /api get 503 service_unavailable.
 *   4. Transport: HSTS, CORS, security headers of /docs.
 *   5. Security headers of API responses. URLs over 8 KiB: 414 uri_too_long.
 *   6. Authentication and limits. API keys and session cookies resolve to a `Caller`. Rate limit per key, failed
 *      authentications per address, public requests per address, QUOTA_IN_FLIGHT requests per organization: 429
 *      rate_limited. Large requests of one organization run one at a time, 250 ms at most each. An invalid key is not an
 *      error yet. The request log of the organization starts here (`features/request-log`).
 *   7. Served paths: 404 route_missing for paths that this PROCESS_ROLE does not serve. `/` redirects to /app or /docs.
 *   8. Router: 404 route_missing, 405 method_not_allowed.
 *   9. Guards run in the order of `platform/auth/auth.module.ts`.
 *      - KeyGuard: 401 unauthorized, 403 address_not_allowed, test_mode_required or insufficient_scope.
 *      - MethodGuard: 405 method_not_allowed on literal paths such as /addresses/validate.
 *      - WriteGuard: 429 rate_limited once QUOTA_WRITTEN_BYTES of this hour are used up.
 *      - QueryGuard: 400 unknown_parameter, and 400 on a repeated query parameter.
 *      - JsonBodyGuard: reads the body of a known caller, at most 256 KiB of UTF-8 and 32 levels deep. Errors: 400
 *        invalid_json, 413 payload_too_large, 415 unsupported_media_type. `raw-body.ts` reads file uploads, with its own
 *        limits and 503 upload_busy.
 *  10. POST only: idempotency and `Location` (`platform/idempotency`): 400, 409. Reads pass no interceptor, because
 *      wrapping them in observables costs more than the read itself. A list requested as text/csv is read page by page.
 *  11. Pipes: path ids (404 resource_missing) and DTOs (400 missing_parameter, invalid_value, unknown_parameter). At most
 *      500 fields per object.
 *  12. Handler: one line in a controller, then its service. 404 resource_missing, 422 of the domain. The response leaves
 *      through `sendJson`, which adds the envelope and the shape that `Accept` selects.
 *  13. ErrorFilter: the error body for anything thrown above. Unknown exceptions are logged and become 500
 *      internal_error. Database outages become 503 with `Retry-After`.
 *
 * Fairness. Node runs all requests in one thread, so work that lasts longer than about 5 ms yields to the event loop.
 * Validation, CSV parsing and CSV output run in small chunks (`yieldToEventLoop`).
 */
import type { NestApplicationOptions } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Config } from '../config/config.js';
import { serveDashboard } from './dashboard/serve-dashboard.js';
import { serveGuides } from './guides/serve-guides.js';
import { serveOpenApiPages } from './openapi/openapi-pages.js';
import { assertUniqueSchemas } from './openapi/unique-schemas.js';
import { ErrorFilter } from '../platform/http/errors/error.filter.js';
import { sendJson } from '../platform/http/pipeline/send-json.js';
import { logRequests } from '../platform/http/pipeline/logging.js';
import {
  composeMiddleware,
  createPublicUrlProvider,
  createRequestContextMiddleware,
} from '../platform/http/pipeline/request-context.js';
import { setDeprecationHeaders } from '../platform/http/contract/deprecated-paths.js';
import { traceRequests } from '../platform/http/pipeline/trace-requests.js';
import { createServedPathsMiddleware } from '../platform/http/pipeline/served-paths.js';
import { setSecurityHeaders, configureTransport } from '../platform/http/pipeline/transport.js';
import { DtoValidationPipe } from '../platform/http/pipeline/dto-validation.pipe.js';
import { DrainService } from './health/drain.service.js';
import { OverloadMiddleware } from '../platform/rate-limits/overload.middleware.js';
import { RequestLogMiddleware } from '../features/request-log/request-log.middleware.js';
import { AuthenticationMiddleware } from '../platform/auth/authentication.middleware.js';

// Bodies are parsed in stage 9. `abortOnError: false` lets `serve` close the database when the app fails to start.
export const APP_OPTIONS: NestApplicationOptions = {
  bodyParser: false,
  logger: ['error', 'warn'],
  abortOnError: false,
};

/** Sets up the pipeline described above, the same for the server, the tests and the OpenAPI document. */
export function configureApp(app: NestExpressApplication): NestExpressApplication {
  const config = app.get(Config);
  const { use: authentication } = app.get(AuthenticationMiddleware);
  const { use: requestLog } = app.get(RequestLogMiddleware);
  const publicUrl = createPublicUrlProvider(app, config);
  configureExpress(app);

  const { use: draining } = app.get(DrainService);
  const { use: overload } = app.get(OverloadMiddleware);
  // Stages 1 to 3
  app.use(
    composeMiddleware(
      createRequestContextMiddleware(publicUrl, config.database.listMs),
      traceRequests,
      logRequests,
      setDeprecationHeaders,
      draining,
      overload,
    ),
  );
  configureTransport(app, config, publicUrl);
  // Stages 5 to 7
  app.use(
    composeMiddleware(
      setSecurityHeaders,
      authentication,
      requestLog,
      createServedPathsMiddleware(config.role),
    ),
  );
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
  app.useGlobalPipes(new DtoValidationPipe());
  app.useGlobalFilters(new ErrorFilter());

  assertUniqueSchemas(app);
  serveOpenApiPages(app);
  serveGuides(app);
  serveDashboard(app);
  return app;
}

function configureExpress(app: NestExpressApplication): void {
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', 'simple');
  const express = app.getHttpAdapter().getInstance();
  // Middleware compares paths case-sensitively, so `/API/v1` must not reach a route. Nest created the router before any
  // setting could reach it.
  Object.assign(express.router, { caseSensitive: true });
  express.response.json = sendJson;
}
