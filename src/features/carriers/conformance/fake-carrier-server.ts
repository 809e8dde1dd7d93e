import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** Invalid bodies with status 200. */
export const MALFORMED_ANSWERS = ['html', 'truncated', 'empty', 'wrong_shape'] as const;
/** Statuses after which the carrier may have acted on the request. */
export const UNSURE_STATUSES = [500, 503, 408, 409] as const;
/** Statuses after which the carrier certainly did nothing: rejected credentials, or not now. */
export const RETRY_STATUSES = [429, 425, 401, 403] as const;
export const ERROR_STATUSES = [...UNSURE_STATUSES, ...RETRY_STATUSES] as const;
/** Statuses of a carrier that refuses a booking without a reason. */
export const REFUSAL_STATUSES = [400, 404, 422] as const;

/**
 * `reset` closes the connection before acting, `lost` after acting. `hang` never responds. A status has a body that
 * repeats the request; `empty` and `empty_404` have none.
 */
export type FakeBehaviour =
  | 'normal'
  | 'decline'
  | (typeof MALFORMED_ANSWERS)[number]
  | (typeof ERROR_STATUSES)[number]
  | (typeof REFUSAL_STATUSES)[number]
  | 'empty_404'
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
  /** Sent as JSON; text is sent unchanged, as XML. */
  body: unknown;
}

/** A fake carrier: an HTTP server on loopback. Subclasses implement its answers. */
export abstract class FakeCarrierServer {
  behaviour: FakeBehaviour = 'normal';
  /** Milliseconds before each response. */
  latencyMs = 0;
  /** Replaces the normal answer to a request, after the fake has acted on it. */
  rewrite: ((request: FakeRequest, answer: FakeAnswer) => FakeAnswer) | null = null;
  readonly requests: FakeRequest[] = [];
  /** Number of open connections without a response. */
  waiting = 0;
  private readonly server = createServer((request, response) => {
    this.handleRequest(request, response).catch(() => response.destroy());
  });

  /** Acts on a request and returns the response. */
  protected abstract answer(request: FakeRequest, declines: boolean): FakeAnswer;

  /** Returns the number of bookings with a reference. */
  abstract bookings(reference: string): number;

  /** Returns false for requests that always work, e.g. for access tokens. */
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
    if (behaviour === 'empty_404') return sendResponse(response, 404, '');
    if (behaviour === 'wrong_shape') return sendResponse(response, 200, '{"unexpected":[{}]}');
    // Some carriers echo the request with its credentials.
    if (typeof behaviour === 'number')
      return sendResponse(response, behaviour, JSON.stringify({ error: request }));
    const normal = this.answer(request, behaviour === 'decline');
    const answer = this.rewrite?.(request, normal) ?? normal;
    if (behaviour === 'lost') return void response.destroy();
    const isText = typeof answer.body === 'string';
    const whole = isText ? (answer.body as string) : JSON.stringify(answer.body);
    const sent = behaviour === 'truncated' ? whole.slice(0, -2) : whole;
    sendResponse(response, answer.status, sent, isText ? 'text/xml' : undefined);
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
