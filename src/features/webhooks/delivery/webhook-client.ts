import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { within } from '../../../platform/async/deadline.js';
import { Config } from '../../../config/config.js';
import { parseRetryAfter } from '../retry-schedule.js';
import { SLOTS } from './endpoint-windows.js';
import { exchange, timedOut, type Reply } from './exchange.js';
import { AttemptFailure, type Outcome } from './outcome.js';
import { ReceiverAddresses } from './receiver-addresses.js';

const MAX_HEADER_BYTES = 16 * 1_024;
/** Open connections are kept per address and name for the next delivery, as many as there can be; idle ones close after this. */
const POOL = { keepAlive: true, maxFreeSockets: SLOTS, timeout: 4_000, scheduling: 'lifo' as const };
const HAS_NOTHING_SENT = ['connect', 'tls'];

/**
 * Posts to receivers and trusts none of them: the address is checked and then connected to, without redirects, proxies
 * or decompression, under one deadline over everything.
 */
@Injectable()
export class WebhookClient implements OnApplicationShutdown {
  private readonly timeoutMs: number;
  private readonly http = new HttpAgent(POOL);
  private readonly https = new HttpsAgent(POOL);

  constructor(
    config: Config,
    private readonly addresses: ReceiverAddresses,
  ) {
    this.timeoutMs = config.webhooks.timeoutMs;
  }

  onApplicationShutdown(): void {
    this.http.destroy();
    this.https.destroy();
  }

  /** Never throws. @param now milliseconds since 1970 by a clock that is right */
  async post(url: string, headers: Record<string, string>, body: string, now: number): Promise<Outcome> {
    const began = performance.now();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.timeoutMs);
    const nothing = { status: null, body: null, retryAfterMs: null };
    try {
      return {
        ...outcomeOf(await this.send(new URL(url), headers, body, deadline.signal), now),
        durationMs: elapsed(began),
      };
    } catch (error) {
      const failure = error instanceof AttemptFailure ? error : new AttemptFailure('protocol', String(error));
      return { ...nothing, error: failure.error, message: failure.message, durationMs: elapsed(began) };
    } finally {
      clearTimeout(timer);
    }
  }

  /** To the first address that takes a connection. */
  private async send(
    url: URL,
    headers: Record<string, string>,
    body: string,
    deadline: AbortSignal,
  ): Promise<Reply> {
    const addresses = await within(deadline, () => this.addresses.of(url.hostname), tooLate);
    for (const [index, address] of addresses.entries()) {
      const options = optionsFor(url, address, headers, body);
      try {
        return await this.exchange(url, options, body, deadline);
      } catch (error) {
        const again = error instanceof AttemptFailure && HAS_NOTHING_SENT.includes(error.error);
        if (!again || index === addresses.length - 1) throw error;
      }
    }
    throw timedOut();
  }

  /** A kept connection may have been closed by the other side just now: then once more on a new one. */
  private async exchange(
    url: URL,
    options: RequestOptions,
    body: string,
    deadline: AbortSignal,
  ): Promise<Reply> {
    const secure = url.protocol === 'https:';
    const open = (agent: HttpAgent | false): ClientRequest =>
      secure ? httpsRequest({ ...options, agent }) : httpRequest({ ...options, agent });
    const request = open(secure ? this.https : this.http);
    try {
      return await exchange(request, body, deadline);
    } catch (error) {
      const stale = request.reusedSocket && error instanceof AttemptFailure && error.error === 'reset';
      if (!stale) throw error;
      return exchange(open(false), body, deadline);
    }
  }
}

/** Connects to the checked address; Host, SNI and certificate stay those of the URL. */
function optionsFor(
  url: URL,
  address: string,
  headers: Record<string, string>,
  body: string,
): RequestOptions & { servername: string; rejectUnauthorized: boolean } {
  const name = url.hostname.replace(/\.$/, '');
  return {
    method: 'POST',
    host: address,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: url.pathname + url.search,
    setHost: false,
    headers: { Host: url.host, ...headers, 'Content-Length': Buffer.byteLength(body) },
    servername: isIP(name.replace(/^\[(.*)\]$/, '$1')) ? '' : name,
    rejectUnauthorized: true,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
}

function outcomeOf({ status, body, retryAfter }: Reply, now: number): Omit<Outcome, 'durationMs'> {
  const accepted = status >= 200 && status < 300;
  return {
    status,
    body,
    error: accepted ? null : 'http_status',
    message: accepted ? null : `The receiver answered ${status}`,
    retryAfterMs: status === 429 || status === 503 ? parseRetryAfter(retryAfter, now) : null,
  };
}

function elapsed(began: number): number {
  return Math.round(performance.now() - began);
}

/** A resolver can't be interrupted, only left behind. */
function tooLate(): never {
  throw timedOut();
}
