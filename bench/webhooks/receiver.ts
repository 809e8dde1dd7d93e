import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '../../receivers/typescript/verify-webhook.ts';

/** A message of the parent process about a new endpoint. */
export interface ReceiverEndpoint {
  path: string;
  secret: string;
  /** Milliseconds until the response. */
  delayMs: number;
}

/** The requests received so far. */
export interface Arrivals {
  /** Event id, path and arrival of each delivery, in order. Arrivals are milliseconds since 1970. */
  deliveries: [event: string, path: string, at: number][];
  unsigned: number;
}

const endpoints = new Map<string, ReceiverEndpoint>();
let arrivals: Arrivals = { deliveries: [], unsigned: 0 };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const at = performance.timeOrigin + performance.now();
    const endpoint = endpoints.get(request.url ?? '');
    const header = request.headers['x-service-signature'] as string | undefined;
    const valid = endpoint && verifyWebhook(Buffer.concat(chunks), header, endpoint.secret);
    if (!valid) {
      arrivals.unsigned++;
      response.writeHead(401).end();
      return;
    }
    arrivals.deliveries.push([String(request.headers['webhook-id']), endpoint.path, at]);
    setTimeout(() => response.end(), endpoint.delayMs);
  });
});
server.keepAliveTimeout = 10_000;

process.on(
  'message',
  (message: { listen?: true; endpoint?: ReceiverEndpoint; report?: true; count?: true }) => {
    if (message.endpoint) endpoints.set(message.endpoint.path, message.endpoint);
    if (message.count) process.send!({ count: arrivals.deliveries.length });
    if (message.report) {
      process.send!({ arrivals });
      arrivals = { deliveries: [], unsigned: 0 };
    }
  },
);
process.on('disconnect', () => process.exit());

server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
