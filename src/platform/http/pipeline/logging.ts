import type { NextFunction, Request, Response } from 'express';
import { Logger, PinoLogger, type Params } from 'nestjs-pino';
import { requestSeconds, requestsInFlight } from '../../metrics.js';
import type { Config } from '../../../config/config.js';
import { getTraceId } from '../../tracing/spans.js';
import { getRequestContext } from './request-context.js';

/** Asked for every few seconds by what watches the service. */
export const UNLOGGED_PATHS = new Set(['/health/live', '/health/ready', '/metrics']);

/** Who knows the rest of such a path may do what it is for: it stands in no log. */
const SECRET_PATH = /^\/(tenders|track)\/.*/;

/** What Nest tells of itself when the service starts: each module, each route, and what it throws as well. */
const NEST_CONTEXTS = new Set<unknown>([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** For eyes: the same lines, one each, coloured. */
const PRETTY_TRANSPORT = {
  target: 'pino-pretty',
  options: { singleLine: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' },
};

/**
 * Lines of JSON, or for eyes on a terminal; those of a request carry its id, and its trace's where there is one.
 * @param terminal whether somebody reads along
 */
export function buildLoggerOptions(config: Config, terminal = process.stdout.isTTY): Params {
  return {
    // The middleware of nestjs-pino stays out: it would go around every request six times and make it a logger.
    forRoutes: [],
    pinoHttp: {
      level: config.logLevel,
      autoLogging: false,
      ...(terminal && { transport: PRETTY_TRANSPORT }),
      mixin: () => {
        const context = getRequestContext();
        const trace = getTraceId();
        return { ...(context && { request_id: context.requestId }), ...(trace && { trace_id: trace }) };
      },
      serializers: {
        // An error of the database carries the statement's parameters, which are the client's data.
        err: ({ type, message, stack }: { type: string; message: string; stack: string }) => ({
          type,
          message,
          stack,
        }),
      },
    },
  };
}

/**
 * For `NestFactory.create`, so that the first line has the format of all others. What Nest says of itself goes to `debug`: a
 * start says what the operator needs, and nothing before it.
 */
export function createLogger(config: Config): Logger {
  const options = buildLoggerOptions(config);
  const logger = new Logger(new PinoLogger(options), options);
  const debug = logger.debug.bind(logger) as (...args: unknown[]) => void;
  for (const level of ['log', 'error'] as const) {
    const usual = logger[level].bind(logger) as (...args: unknown[]) => void;
    logger[level] = (...args: unknown[]) => (NEST_CONTEXTS.has(args.at(-1)) ? debug : usual)(...args);
  }
  return logger;
}

/** Middleware: one line a request, without headers, query and body: they carry keys, addresses and secrets. */
export function logRequests(request: Request, response: Response, next: NextFunction): void {
  const { method, path } = request;
  if (!UNLOGGED_PATHS.has(path)) {
    const start = performance.now();
    const trace = getTraceId();
    requestsInFlight.inc();
    response.once('close', () => {
      const status = response.statusCode;
      const finished = response.writableFinished;
      requestsInFlight.dec();
      const took = (performance.now() - start) / 1_000;
      requestSeconds.observe(
        { method, route: getRoutePattern(request), status: finished ? status : 499 },
        took,
      );
      const line = {
        request_id: response.getHeader('Request-Id'),
        ...(trace && { trace_id: trace }),
        method,
        path: redactPath(path),
        status,
        duration_ms: Math.round(took * 10_000) / 10,
      };
      const level = status >= 500 ? 'error' : 'info';
      PinoLogger.root[level](line, finished ? 'request completed' : 'request aborted');
    });
  }
  next();
}

/** The path as it may be kept. */
export function redactPath(path: string): string {
  return path.replace(SECRET_PATH, '/$1/[token]');
}

/** The route by its pattern, so that there are as many as the document has: an id is no name of its own. */
export function getRoutePattern({ route }: Request): string {
  return (route as { path?: string } | undefined)?.path ?? 'none';
}
