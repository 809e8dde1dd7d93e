import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';

const TLS_DIR = join(import.meta.dirname, 'tls');
/** Self-signed, for `receiver.test` and 127.0.0.1, valid until 2126. */
export const CERTIFICATE_FILE = join(TLS_DIR, 'receiver.crt');
export const CERTIFICATE_KEY_FILE = join(TLS_DIR, 'receiver.key');

export interface ReceivedDelivery {
  path: string;
  headers: IncomingMessage['headers'];
  /** The name that the client asked for by SNI. */
  servername: string | false | null | undefined;
  /** The body before parsing. */
  rawBody: string;
  body: ReceivedEvent;
  /** Milliseconds of `performance.now()`. */
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

/** A webhook receiver on 127.0.0.1 that rejects anything but a JSON POST. */
export interface Receiver {
  url: string;
  received: ReceivedDelivery[];
  /** Responds to the next deliveries; 200 by default. */
  responder: Responder;
  /** Returns the first deliveries once `count` have arrived. Throws after `patienceMs`. */
  waitForDeliveries(count: number, patienceMs?: number): Promise<ReceivedDelivery[]>;
  close(): Promise<void>;
}

/** @param tls serves with a certificate that no authority has signed */
export async function startReceiver(
  first: Responder = respondWith(200),
  { tls = false } = {},
): Promise<Receiver> {
  const listener: RequestListener = (request, response) => void take(request, response);
  const server = tls ? createTlsReceiver(listener) : createServer(listener);
  const { url, close } = await listen(server, tls ? 'https' : 'http');
  const receiver: Receiver = {
    url,
    received: [],
    responder: first,
    async waitForDeliveries(count, patienceMs = 30_000) {
      const end = performance.now() + patienceMs;
      while (receiver.received.length < count) {
        if (performance.now() > end) {
          throw new Error(
            `Timed out after ${patienceMs} ms: received ${receiver.received.length} of ${count} deliveries`,
          );
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
      servername: (request.socket as Partial<TLSSocket>).servername,
      rawBody: raw,
      body: JSON.parse(raw) as ReceivedEvent,
      receivedAtMs: performance.now(),
    };
    if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json') {
      response.writeHead(405).end();
      throw new Error(`Received a delivery as ${request.method} ${request.headers['content-type']}`);
    }
    receiver.received.push(delivery);
    await receiver.responder(delivery, response);
  }
  return receiver;
}

function createTlsReceiver(listener: RequestListener): Server {
  const server = createTlsServer(
    { key: readFileSync(CERTIFICATE_KEY_FILE), cert: readFileSync(CERTIFICATE_FILE) },
    listener,
  );
  server.on('tlsClientError', () => undefined);
  return server;
}

export interface RawReceiver {
  url: string;
  /** Connections so far. */
  connections: number;
  close(): Promise<void>;
}

/** Starts a TCP receiver for responses that no HTTP library sends. `serve` gets the socket after the first bytes. */
export async function startRawReceiver(serve: (socket: Socket) => unknown): Promise<RawReceiver> {
  const server = createTcpServer((socket) => {
    receiver.connections++;
    socket.on('error', () => undefined);
    socket.once('data', () => void serve(socket));
  });
  const receiver: RawReceiver = { ...(await listen(server)), connections: 0 };
  return receiver;
}

/** Returns a URL whose port nothing listens on. */
export async function findClosedPort(): Promise<string> {
  const { url, close } = await listen(createTcpServer());
  await close();
  return url;
}

async function listen(server: Server, protocol = 'http'): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${protocol}://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** The receivers of one test, closed together after it. */
export class Receivers {
  /** The receiver that was started last. */
  last: Receiver;
  private readonly open: { close(): Promise<void> }[] = [];

  async startReceiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
    this.last = await startReceiver(...args);
    this.open.push(this.last);
    return this.last;
  }

  async startRawReceiver(serve: (socket: Socket) => unknown): Promise<RawReceiver> {
    const raw = await startRawReceiver(serve);
    this.open.push(raw);
    return raw;
  }

  /** Closes another server with the receivers. */
  closeLater(server: { close(): Promise<void> }): void {
    this.open.push(server);
  }

  async close(): Promise<void> {
    await Promise.all(this.open.splice(0).map((server) => server.close()));
  }
}
