import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A delivery as a receiver got it. */
export interface ReceivedDelivery {
  path: string;
  headers: IncomingMessage['headers'];
  /** The body as it came. */
  rawBody: string;
  body: ReceivedEvent;
  /** Milliseconds on the test's own clock. */
  receivedAtMs: number;
}

export interface ReceivedEvent {
  id: string;
  type: string;
  created: string;
  livemode: boolean;
  data: Record<string, unknown>;
  webhook: { id: string; url: string };
}

export type Responder = (delivery: ReceivedDelivery, response: ServerResponse) => unknown;

export const respondWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Responder =>
  (_delivery, response) =>
    response.writeHead(status, headers).end(body);

/** A webhook receiver on 127.0.0.1: strict about what a delivery is, and answering as the test wants. */
export interface Receiver {
  url: string;
  received: ReceivedDelivery[];
  /** How the next deliveries are answered: 200 at first. */
  responder: Responder;
  /** The first deliveries, once that many have come. */
  waitForDeliveries(count: number, patienceMs?: number): Promise<ReceivedDelivery[]>;
  close(): Promise<void>;
}

export async function startReceiver(first: Responder = respondWith(200)): Promise<Receiver> {
  const listener: RequestListener = (request, response) => void take(request, response);
  const server = createServer(listener);
  const { url, close } = await listen(server);
  const receiver: Receiver = {
    url,
    received: [],
    responder: first,
    async waitForDeliveries(count, patienceMs = 30_000) {
      const end = performance.now() + patienceMs;
      while (receiver.received.length < count) {
        if (performance.now() > end) {
          throw new Error(`${receiver.received.length} of ${count} deliveries came in ${patienceMs} ms`);
        }
        await sleep(5);
      }
      return receiver.received.slice(0, count);
    },
    close,
  };
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString('utf8');
    const delivery: ReceivedDelivery = {
      path: request.url ?? '',
      headers: request.headers,
      rawBody: raw,
      body: JSON.parse(raw) as ReceivedEvent,
      receivedAtMs: performance.now(),
    };
    if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json') {
      response.writeHead(405).end();
      throw new Error(`A delivery came as ${request.method} ${request.headers['content-type']}`);
    }
    receiver.received.push(delivery);
    await receiver.responder(delivery, response);
  }
  return receiver;
}

export interface RawReceiver {
  url: string;
  /** Connections that were made to it. */
  connections: number;
  close(): Promise<void>;
}

/** A receiver below HTTP: for answers that no HTTP library gives. `serve` gets the socket once a request has come. */
export async function startRawReceiver(serve: (socket: Socket) => unknown): Promise<RawReceiver> {
  const server = createTcpServer((socket) => {
    receiver.connections++;
    socket.on('error', () => undefined);
    socket.once('data', () => void serve(socket));
  });
  const receiver: RawReceiver = { ...(await listen(server)), connections: 0 };
  return receiver;
}

/** A port on which nothing listens. */
export async function findClosedPort(): Promise<string> {
  const { url, close } = await listen(createTcpServer());
  await close();
  return url;
}

async function listen(server: Server): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
