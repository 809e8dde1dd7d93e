import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../../../config/config.js';
import { ApiError } from '../errors/api-error.js';
import { sendMalformedRequestError } from '../errors/malformed-request.js';
import { IGNORED_FIELDS_HEADER } from './ignored-fields.js';
import { limitIdleConnections } from './idle-connections.js';
import { createPageHeaders } from './page-headers.js';
import { closeStalledConnections } from './stalled-clients.js';

const MAX_URL_LENGTH = 8_192;
const ONE_YEAR_SECONDS = 31_536_000;
const SLOW_CLIENT_CHECK_MS = 1_000;
const ERRORS_PER_TURN = 20;

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
        'Preference-Applied',
        'Location',
        'RateLimit',
        'RateLimit-Policy',
        'Retry-After',
        'Idempotent-Replayed',
        'Original-Request-Id',
        IGNORED_FIELDS_HEADER,
      ],
      maxAge: 600,
    });
  }
  app.use('/docs', createPageHeaders());
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

/** Returns a function that queues items for `work` and yields to the event loop after every 20 of them. */
function processInChunks<T>(work: (item: T) => void): (item: T) => void {
  const queue: T[] = [];
  const processChunk = (): void => {
    for (const item of queue.splice(0, ERRORS_PER_TURN)) work(item);
    if (queue.length > 0) setImmediate(processChunk);
  };
  return (item) => {
    if (queue.push(item) === 1) setImmediate(processChunk);
  };
}
