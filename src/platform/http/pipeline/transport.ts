import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { processInChunks } from '../../async/process-in-chunks.js';
import type { Config } from '../../../config/config.js';
import { ApiError } from '../errors/api-error.js';
import { sendMalformedRequestError } from '../errors/malformed-request.js';
import { limitIdleConnections } from './idle-connections.js';
import { closeStalledConnections } from './stalled-clients.js';

const MAX_URL_LENGTH = 8_192;
const ONE_YEAR_SECONDS = 31_536_000;
const SLOW_CLIENT_CHECK_MS = 1_000;

/** Headers of Swagger UI and the error page: scripts from this origin, inline styles. */
const setPageHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
});

/** Middleware for API responses: no caching, because they may contain one-time secrets, and no content sniffing. */
export function setSecurityHeaders(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.path.startsWith('/api/')) response.setHeader('Cache-Control', 'no-store');
  if (request.url.length > MAX_URL_LENGTH) return next(new ApiError('uri_too_long'));
  return next();
}

function setHstsHeader(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}`);
  next();
}

/** Configures everything between the network and the first handler: proxies, HSTS, CORS, server limits. */
export function configureTransport(
  app: NestExpressApplication,
  { http, publicUrl: address }: Config,
  publicUrl: () => string,
): void {
  app.set('trust proxy', http.trustProxy);
  if (address?.startsWith('https:')) app.use(setHstsHeader);
  if (http.corsOrigins.length > 0) {
    app.enableCors({
      origin: http.corsOrigins.includes('*') ? '*' : http.corsOrigins,
      allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Prefer', 'Accept'],
      exposedHeaders: [
        'Request-Id',
        'Location',
        'RateLimit',
        'RateLimit-Policy',
        'Retry-After',
        'Idempotent-Replayed',
        'Original-Request-Id',
      ],
      maxAge: 600,
    });
  }
  app.use('/docs', setPageHeaders);
  const server = app.getHttpServer() as Server & { connectionsCheckingInterval: number };
  server.maxConnections = http.maxConnections;
  limitIdleConnections(server, http.maxConnections);
  server.headersTimeout = http.headersTimeoutMs;
  server.requestTimeout = http.requestTimeoutMs;
  server.keepAliveTimeout = http.keepAliveTimeoutMs;
  closeStalledConnections(server, http.writeTimeoutMs);
  server.connectionsCheckingInterval = SLOW_CLIENT_CHECK_MS;
  const respond = processInChunks(([error, socket]: [Error, Duplex]) =>
    sendMalformedRequestError(error, socket, publicUrl()),
  );
  server.on('clientError', (error, socket) => respond([error, socket]));
}
