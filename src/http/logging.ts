import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Params } from 'nestjs-pino';
import type { Config } from '../config.js';

/** One line of JSON a request, without headers and bodies: they carry keys, addresses and secrets. */
export function loggerOptions(config: Config): Params {
  return {
    pinoHttp: {
      level: config.logLevel,
      genReqId: (_request: IncomingMessage, response: ServerResponse) =>
        String(response.getHeader('Request-Id')),
      serializers: {
        req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
          id,
          method,
          path: url.split('?')[0],
        }),
        // An error of the database carries the statement's parameters, which are the client's data.
        err: ({ type, message, stack }: { type: string; message: string; stack: string }) => ({
          type,
          message,
          stack,
        }),
        res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
      },
      customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
      autoLogging: {
        ignore: ({ url }) => url === '/health/live' || url === '/health/ready' || url === '/metrics',
      },
    },
  };
}
