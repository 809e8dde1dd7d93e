import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Config } from '../../config/config.js';
import { ErrorFilter } from '../../platform/http/errors/error.filter.js';
import { logRequests } from '../../platform/http/pipeline/logging.js';
import { composeMiddleware } from '../../platform/http/pipeline/compose-middleware.js';
import { createPublicUrlProvider } from '../../platform/http/pipeline/public-url.js';
import { createRequestContextMiddleware } from '../../platform/http/pipeline/request-context.js';
import { traceRequests } from '../../platform/http/pipeline/trace-requests.js';
import { DrainService } from '../health/drain.service.js';

/** Of processes that have it print, and of what watches it. */
const MAX_CONNECTIONS = 500;

/** What a process that only prints has beyond its module. Whoever reaches it is one of us: its traces go on. */
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
  // A page is sent when its turn has come: the deadline of the print is the one that counts.
  server.requestTimeout = 0;
  return app;
}
