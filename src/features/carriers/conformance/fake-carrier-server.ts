import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** What can be wrong with an answer that comes with status 200. */
export const MALFORMED_ANSWERS = ['html', 'truncated', 'empty', 'wrong_shape'] as const;
/** Statuses that say no more than that the carrier can't be asked now, or not with these credentials. */
export const ERROR_STATUSES = [500, 503, 429, 401] as const;

/**
 * How the carrier behaves from now on. `decline`: it says no in its own way. `reset`: it ends the connection before it
 * does anything; `lost`: after it did as asked. `hang`: it never answers.
 */
export type FakeBehaviour =
  | 'normal'
  | 'decline'
  | (typeof MALFORMED_ANSWERS)[number]
  | (typeof ERROR_STATUSES)[number]
  | 'hang'
  | 'reset'
  | 'lost';

export interface FakeRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface FakeAnswer {
  status: number;
  /** Sent as JSON. */
  body: unknown;
}

/** A carrier made up for tests: a real HTTP server on loopback. A fake of one's own says what the carrier answers. */
export abstract class FakeCarrierServer {
  behaviour: FakeBehaviour = 'normal';
  /** How long it takes for any answer, in milliseconds. */
  latencyMs = 0;
  readonly requests: FakeRequest[] = [];
  /** Requests without an answer whose connection is still open. */
  waiting = 0;
  private readonly server = createServer((request, response) => {
    this.handleRequest(request, response).catch(() => response.destroy());
  });

  /** What the carrier does and answers. */
  protected abstract answer(request: FakeRequest, declines: boolean): FakeAnswer;

  /** How many bookings it has made under a reference. */
  abstract bookings(reference: string): number;

  /** False where it always behaves, e.g. where it gives out access tokens. */
  protected misbehavesAt(_request: FakeRequest): boolean {
    return true;
  }

  async listen(): Promise<this> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server.close(), 'close');
    this.server.closeAllConnections();
    await closed;
  }

  private async handleRequest(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: await text(incoming) };
    this.requests.push(request);
    if (this.latencyMs > 0) await setTimeout(this.latencyMs);
    const behaviour = this.misbehavesAt(request) ? this.behaviour : 'normal';
    if (behaviour === 'hang') return this.hang(response);
    if (behaviour === 'reset') return void response.destroy();
    if (behaviour === 'html')
      return sendResponse(response, 200, '<html><body>Be back soon</body></html>', 'text/html');
    if (behaviour === 'empty') return sendResponse(response, 200, '');
    if (behaviour === 'wrong_shape') return sendResponse(response, 200, '{"unexpected":[{}]}');
    // Some carriers repeat what they were sent, credentials included.
    if (typeof behaviour === 'number')
      return sendResponse(response, behaviour, JSON.stringify({ error: request }));
    const answer = this.answer(request, behaviour === 'decline');
    if (behaviour === 'lost') return void response.destroy();
    const whole = JSON.stringify(answer.body);
    sendResponse(response, answer.status, behaviour === 'truncated' ? whole.slice(0, -2) : whole);
  }

  private hang(response: ServerResponse): void {
    this.waiting++;
    response.once('close', () => this.waiting--);
  }
}

function sendResponse(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'application/json',
): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
