import type { NextFunction, Request, Response } from 'express';
import { Logger, PinoLogger, type Params } from 'nestjs-pino';
import { requestSeconds, requestsInFlight } from '../../metrics.js';
import type { Config } from '../../../config/config.js';
import { getTraceId } from '../../tracing/spans.js';
import { getRequestContext } from './request-context.js';

export const UNLOGGED_PATHS = new Set(['/health/live', '/health/ready', '/metrics']);

/** The rest of such a path is a credential, so it never appears in a log. */
const SECRET_PATH = /^\/+(tenders|track)\/.*/i;
/** A token in any other path, e.g. of a mistyped link. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/g;

const NEST_CONTEXTS = new Set<unknown>([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

const PRETTY_TRANSPORT = {
  target: 'pino-pretty',
  options: { singleLine: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' },
};

/**
 * Builds the logger options: JSON lines, or colored text if `terminal` is true. Lines of a request carry its request id
 * and trace id.
 */
export function buildLoggerOptions(config: Config, terminal = process.stdout.isTTY): Params {
  return {
    // Leaves out nestjs-pino's middleware, which would wrap every request six times and create a logger for it.
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
        // Omits other properties: database errors carry statement parameters, which are client data.
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
 * Creates the logger for `NestFactory.create`. Logs Nest's own startup messages at `debug`, so that a normal start
 * prints only what an operator needs.
 */
export function createLogger(config: Config): Logger {
  const options = buildLoggerOptions(config);
  const logger = new Logger(new PinoLogger(options), options);
  const debug = logger.debug.bind(logger) as (...args: unknown[]) => void;
  for (const level of ['log', 'error'] as const) {
    const write = logger[level].bind(logger) as (...args: unknown[]) => void;
    logger[level] = (...args: unknown[]) => (NEST_CONTEXTS.has(args.at(-1)) ? debug : write)(...args);
  }
  return logger;
}

/**
 * Middleware: logs one line per request, without headers, query or body, because they contain keys and personal data.
 */
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
      const seconds = (performance.now() - start) / 1_000;
      const labels = { method, route: getRoutePattern(request), status: finished ? status : 499 };
      requestSeconds.observe(labels, seconds);
      const line = {
        request_id: response.getHeader('Request-Id'),
        ...(trace && { trace_id: trace }),
        method,
        path: redactPath(path),
        status,
        duration_ms: Math.round(seconds * 10_000) / 10,
      };
      const level = status >= 500 ? 'error' : 'info';
      PinoLogger.root[level](line, finished ? 'request completed' : 'request aborted');
    });
  }
  next();
}

export function redactPath(path: string): string {
  return path.replace(SECRET_PATH, '/$1/[token]').replace(TOKEN, '[token]');
}

/** Returns the route pattern, e.g. `/api/v1/freight/:id`, to bound the number of metric label values. */
export function getRoutePattern({ route }: Request): string {
  return (route as { path?: string } | undefined)?.path ?? 'none';
}
