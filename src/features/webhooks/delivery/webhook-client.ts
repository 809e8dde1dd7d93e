import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { withDeadline } from '../../../platform/async/with-deadline.js';
import { Config } from '../../../config/config.js';
import { HostResolver, type AddressFault } from '../../../platform/http-client/host-resolver.js';
import { parseRetryAfter } from '../retry-schedule.js';
import { WebhookUrlValidator } from '../webhook-url-validator.js';
import { SLOTS } from './endpoint-concurrency.js';
import { sendRequest, createTimeoutFailure, type ReceiverResponse } from './send-request.js';
import { AttemptFailure, type AttemptOutcome } from './attempt-outcome.js';

const MAX_HEADER_BYTES = 16 * 1_024;
/** Idle connections are kept per address and host name and close after 4 s. */
const AGENT_OPTIONS = { keepAlive: true, maxFreeSockets: SLOTS, timeout: 4_000, scheduling: 'lifo' as const };
/** An attempt that failed in one of these phases has sent nothing, so the next address is tried. */
const PHASES_BEFORE_SENDING = ['connect', 'tls'];

@Injectable()
export class ReceiverAddressResolver extends HostResolver implements OnApplicationShutdown {
  constructor(urls: WebhookUrlValidator) {
    super(urls.addresses);
  }

  protected override createError(fault: AddressFault, message: string): AttemptFailure {
    return new AttemptFailure(fault, message);
  }
}

/** Posts to untrusted receivers: connects to a checked address only, without redirects, proxies or decompression. */
@Injectable()
export class WebhookClient implements OnApplicationShutdown {
  private readonly timeoutMs: number;
  private readonly http = new HttpAgent(AGENT_OPTIONS);
  private readonly https = new HttpsAgent(AGENT_OPTIONS);

  constructor(
    config: Config,
    private readonly addresses: ReceiverAddressResolver,
  ) {
    this.timeoutMs = config.webhooks.timeoutMs;
  }

  onApplicationShutdown(): void {
    this.http.destroy();
    this.https.destroy();
  }

  /** Never throws: a failure is an outcome. @param now milliseconds since 1970 by the database's clock */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string,
    now: number,
  ): Promise<AttemptOutcome> {
    const began = performance.now();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.timeoutMs);
    try {
      const response = await this.send(new URL(url), headers, body, deadline.signal);
      return { ...toOutcome(response, now), durationMs: computeElapsedMs(began) };
    } catch (failure) {
      const { error, message } =
        failure instanceof AttemptFailure ? failure : new AttemptFailure('protocol', String(failure));
      const durationMs = computeElapsedMs(began);
      return { status: null, body: null, retryAfterMs: null, error, message, durationMs };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends to the first address that accepts a connection. */
  private async send(
    url: URL,
    headers: Record<string, string>,
    body: string,
    deadline: AbortSignal,
  ): Promise<ReceiverResponse> {
    const addresses = await withDeadline(
      deadline,
      () => this.addresses.resolvePermitted(url.hostname),
      throwTimeout,
    );
    for (const [index, address] of addresses.entries()) {
      const options = buildRequestOptions(url, address, headers, body);
      try {
        return await this.sendWithStaleRetry(url, options, body, deadline);
      } catch (error) {
        const sentNothing = error instanceof AttemptFailure && PHASES_BEFORE_SENDING.includes(error.error);
        if (!sentNothing || index === addresses.length - 1) throw error;
      }
    }
    throw createTimeoutFailure();
  }

  /** Retries once on a new connection if the receiver closed the kept connection in the meantime. */
  private async sendWithStaleRetry(
    url: URL,
    options: RequestOptions,
    body: string,
    deadline: AbortSignal,
  ): Promise<ReceiverResponse> {
    const secure = url.protocol === 'https:';
    const open = (agent: HttpAgent | false): ClientRequest =>
      secure ? httpsRequest({ ...options, agent }) : httpRequest({ ...options, agent });
    const request = open(secure ? this.https : this.http);
    try {
      return await sendRequest(request, body, deadline);
    } catch (error) {
      const stale = request.reusedSocket && error instanceof AttemptFailure && error.error === 'reset';
      if (!stale) throw error;
      return sendRequest(open(false), body, deadline);
    }
  }
}

/** Connects to the checked address. The Host header, SNI and the expected certificate use the URL's host name. */
function buildRequestOptions(
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

function toOutcome(
  { status, body, retryAfter }: ReceiverResponse,
  now: number,
): Omit<AttemptOutcome, 'durationMs'> {
  const accepted = status >= 200 && status < 300;
  return {
    status,
    body,
    error: accepted ? null : 'http_status',
    message: accepted ? null : `The receiver responded with status ${status}`,
    retryAfterMs: status === 429 || status === 503 ? parseRetryAfter(retryAfter, now) : null,
  };
}

function computeElapsedMs(began: number): number {
  return Math.round(performance.now() - began);
}

function throwTimeout(): never {
  throw createTimeoutFailure();
}
