import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Config } from '../../config/config.js';
import { ErrorFilter } from '../../platform/http/errors/error.filter.js';
import { logRequests } from '../../platform/http/pipeline/logging.js';
import {
  composeMiddleware,
  createPublicUrlProvider,
  createRequestContextMiddleware,
} from '../../platform/http/pipeline/request-context.js';
import { traceRequests } from '../../platform/http/pipeline/trace-requests.js';
import { DrainService } from '../health/drain.service.js';

const MAX_CONNECTIONS = 500;

/** Sets up a render process. Only processes of the same deployment call it, so it trusts their trace headers. */
export function configureRenderApp(app: NestExpressApplication): NestExpressApplication {
  const { use: draining } = app.get(DrainService);
  app.disable('x-powered-by').disable('etag').set('trust proxy', true);
  app.use(
    composeMiddleware(
      createRequestContextMiddleware(createPublicUrlProvider(app, app.get(Config))),
      traceRequests,
      logRequests,
      draining,
    ),
  );
  app.useGlobalFilters(new ErrorFilter());
  const server = app.getHttpServer() as Server;
  server.maxConnections = MAX_CONNECTIONS;
  // A page is sent when a slot is free. The deadline of the rendering applies instead.
  server.requestTimeout = 0;
  return app;
}
