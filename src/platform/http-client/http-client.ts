import { setTimeout } from 'node:timers/promises';
import axios, { type AxiosError, type AxiosRequestConfig } from 'axios';
import { notifyObserver } from './call-observer.js';
import { buildGuardOptions } from './ssrf-guard.js';
import { isJson, parseJsonBody, type Json } from './json.js';
import { OutboundFault } from './outbound-fault.js';
import { withSpan, type Span } from '../tracing/spans.js';

export interface HttpAnswer {
  status: number;
  /** Parsed JSON; an empty object for anything else. */
  body: Json;
  /** Where it is a list and no object. */
  rows: unknown[] | null;
}

const MAX_RESPONSE_BYTES = 2_000_000;
/** A file of 10 MB as base64, and what is said of it. */
const MAX_FILE_RESPONSE_BYTES = 20_000_000;
const DEFAULT_COOLDOWN_MS = 60_000;
const MAX_COOLDOWN_MS = 3_600_000;
const RETRY_DELAY_MS = 100;
/** The call got nowhere: no address, nobody there, nobody trusted. */
const UNREACHED_CODES =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|SELF_SIGNED|UNABLE_TO_|DEPTH_ZERO|ERR_TLS_CERT)/;

export interface OutboundRequest extends AxiosRequestConfig {
  signal: AbortSignal;
  /** It may be sent twice: it is, once, where the first got no sensible answer and time is left. */
  safe?: boolean;
  /** The answer may hold files: it may be longer. */
  files?: boolean;
}

/**
 * One call to a carrier's or a verifier's API. The signal ends it at any point, the body included.
 * @throws OutboundFault for transport faults, redirects, 429 and 5xx
 */
export async function callOut({ safe = false, ...request }: OutboundRequest): Promise<HttpAnswer> {
  const { signal } = request;
  const first = await sendTraced(request).catch((error: unknown) => {
    const again = safe && error instanceof OutboundFault && error.cooldownMs === undefined;
    if (!again || signal.aborted) throw error;
    return error;
  });
  if (!(first instanceof OutboundFault)) {
    if (!safe || !isUnusable(request, first) || signal.aborted) return toHttpAnswer(first);
  }
  await setTimeout(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
  if (!signal.aborted) return toHttpAnswer(await sendTraced(request));
  if (first instanceof OutboundFault) throw first;
  return toHttpAnswer(first);
}

/** As it came. */
interface RawResponse {
  status: number;
  text: string;
}

function toHttpAnswer({ status, text }: RawResponse): HttpAnswer {
  return { status, ...parseJsonBody(text) };
}

/** A success that says nothing in JSON. Who was told something, by PUT or DELETE, may well answer nothing. */
function isUnusable({ method = 'GET' }: AxiosRequestConfig, { status, text }: RawResponse): boolean {
  return status < 300 && status !== 204 && ['GET', 'POST'].includes(method) && !isJson(text);
}

/** Carriers are told nothing of our traces: some refuse headers that they don't know, and none could join them. */
async function sendTraced(request: Omit<OutboundRequest, 'safe'>): Promise<RawResponse> {
  const method = request.method ?? 'GET';
  const { hostname, port, pathname } = URL.parse(axios.getUri(request)) ?? {};
  const facts = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': port ? Number(port) : undefined,
    'url.path': pathname,
  };
  return withSpan(method, { kind: 'client', attributes: facts }, (span) => send(request, span));
}

async function send(
  { files = false, ...request }: Omit<OutboundRequest, 'safe'>,
  span: Span,
): Promise<RawResponse> {
  const start = performance.now();
  const maxContentLength = files ? MAX_FILE_RESPONSE_BYTES : MAX_RESPONSE_BYTES;
  const told = (status: number | null, answer: string, fault: string | null) =>
    notifyObserver({
      method: request.method ?? 'GET',
      url: axios.getUri(request),
      request: serializeRequest(request.data),
      status,
      answer,
      durationMs: Math.round(performance.now() - start),
      fault,
    });
  try {
    const { status, headers, data } = await axios.request<string>({
      maxRedirects: 0,
      proxy: false,
      maxContentLength,
      responseType: 'text',
      transformResponse: (text: string) => text,
      validateStatus: () => true,
      ...request,
      ...buildGuardOptions(axios.getUri(request)),
    });
    span.setAttributes({ 'http.response.status_code': status });
    const fault = toStatusFault(status, headers['retry-after']);
    told(status, data, fault?.message ?? null);
    if (fault) throw fault;
    return { status, text: data };
  } catch (error) {
    if (error instanceof OutboundFault) throw error;
    const { message, code = '', cause } = error as AxiosError;
    const refusal = (cause as unknown) instanceof OutboundFault ? (cause as unknown as OutboundFault) : null;
    const fault = refusal?.message ?? describeTransportError(message, maxContentLength);
    told(null, '', fault);
    throw refusal ?? new OutboundFault(fault, undefined, UNREACHED_CODES.test(code));
  }
}

function describeTransportError(message: string, maxContentLength: number): string {
  if (message.startsWith('maxContentLength')) return `its answer is longer than ${maxContentLength} bytes`;
  return `it could not be reached: ${message}`;
}

function toStatusFault(status: number, retryAfter: unknown): OutboundFault | null {
  if (status === 429)
    return new OutboundFault('it has had too many requests', parseRetryAfterMs(retryAfter), true);
  const refused = status >= 500 || (status >= 300 && status < 400);
  return refused ? new OutboundFault(`it answered ${status}`) : null;
}

function serializeRequest(data: unknown): string {
  if (data === undefined) return '';
  return data instanceof URLSearchParams ? String(data) : JSON.stringify(data);
}

/** Milliseconds; the header has seconds or a date. USPS documents a value that repeats the header's name, so the digits are looked for. */
function parseRetryAfterMs(header: unknown): number {
  if (typeof header !== 'string') return DEFAULT_COOLDOWN_MS;
  const seconds = /^\D*(\d+)\s*$/.exec(header)?.[1];
  const wanted = seconds === undefined ? Date.parse(header) - Date.now() : Number(seconds) * 1_000;
  return Number.isFinite(wanted) ? Math.min(Math.max(wanted, 0), MAX_COOLDOWN_MS) : DEFAULT_COOLDOWN_MS;
}
