import type { NestApplicationOptions } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Config } from './config.js';
import { openApiPages } from './openapi/pages.js';
import { ErrorFilter } from './http/error.filter.js';
import { sendJson } from './http/json-answer.js';
import { logRequests } from './http/logging.js';
import { inOneLayer } from './http/one-layer.js';
import { announceSuccessor } from './http/older-names.js';
import { openRequestContext } from './http/request-context.js';
import { servedPaths } from './http/served-paths.js';
import { dataHeaders, hardenTransport } from './http/transport.js';
import { DtoPipe } from './http/validation.pipe.js';
import { AuthenticationMiddleware } from './tenancy/authentication.middleware.js';

/** For `NestFactory.create`: bodies are parsed by our own strict parser, once the caller is known. */
export const APP_OPTIONS: NestApplicationOptions = { bodyParser: false, logger: ['error', 'warn'] };

/** Everything an app has beyond its modules; the same for the server, the tests and the document. */
export function configure(app: NestExpressApplication): NestExpressApplication {
  app.disable('x-powered-by').disable('etag');
  app.set('query parser', 'simple');
  app.getHttpAdapter().getInstance().response.json = sendJson;
  app.use(inOneLayer(openRequestContext, logRequests, announceSuccessor));
  hardenTransport(app, app.get(Config));
  const { use: authenticate } = app.get(AuthenticationMiddleware);
  app.use(inOneLayer(dataHeaders, servedPaths(app.get(Config).role), authenticate));
  app.setGlobalPrefix('api/v1', { exclude: ['health/*path', 'metrics'] });
  app.useGlobalPipes(new DtoPipe());
  app.useGlobalFilters(new ErrorFilter());
  openApiPages(app);
  return app;
}
