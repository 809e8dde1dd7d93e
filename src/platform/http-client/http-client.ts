import { setTimeout } from 'node:timers/promises';
import axios, { type AxiosError, type AxiosRequestConfig } from 'axios';
import { notifyObserver } from './call-observer.js';
import { buildGuardOptions } from './ssrf-guard.js';
import { isJson, parseJsonBody, type Json } from './json.js';
import { OutboundFault } from './outbound-fault.js';
import { parseXml } from './xml.js';
import { withSpan, type Span } from '../tracing/spans.js';

export interface HttpAnswer {
  status: number;
  /** The parsed JSON object, or the root element of an XML response by its name; empty for anything else. */
  body: Json;
  /** The parsed JSON array; null for anything else. */
  rows: unknown[] | null;
  /** True if the response has no content. */
  empty: boolean;
}

const MAX_RESPONSE_BYTES = 2_000_000;
const MAX_FILE_RESPONSE_BYTES = 20_000_000;
const DEFAULT_COOLDOWN_MS = 60_000;
const MAX_COOLDOWN_MS = 3_600_000;
const RETRY_DELAY_MS = 100;
const UNREACHED_CODES =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|SELF_SIGNED|UNABLE_TO_|DEPTH_ZERO|ERR_TLS_CERT)/;

export interface OutboundRequest extends AxiosRequestConfig {
  signal: AbortSignal;
  /** The request is idempotent: it is repeated once after a fault, if time is left. */
  safe?: boolean;
  /** The response may contain files: it may be longer. */
  files?: boolean;
  /** Request and response are XML, not JSON. */
  xml?: boolean;
}

/**
 * Calls the API of a carrier or verifier. The signal aborts the call at any point.
 * @throws OutboundFault for transport faults, redirects, 429 and 5xx
 */
export async function callOut({
  safe = false,
  xml = false,
  ...request
}: OutboundRequest): Promise<HttpAnswer> {
  const { signal } = request;
  if (xml) request.headers = { ...request.headers, 'Content-Type': 'text/xml; charset=utf-8' };
  const toHttpAnswer = xml ? toXmlAnswer : toJsonAnswer;
  const first = await sendTraced(request).catch((error: unknown) => {
    const mayRetry = safe && error instanceof OutboundFault && error.cooldownMs === undefined;
    if (!mayRetry || signal.aborted) throw error;
    return error;
  });
  if (!(first instanceof OutboundFault)) {
    if (!safe || !isUnusable(request, first, xml) || signal.aborted) return toHttpAnswer(first);
  }
  await setTimeout(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
  if (!signal.aborted) return toHttpAnswer(await sendTraced(request));
  if (first instanceof OutboundFault) throw first;
  return toHttpAnswer(first);
}

type PlainRequest = Omit<OutboundRequest, 'safe' | 'xml'>;

interface RawResponse {
  status: number;
  text: string;
}

function toJsonAnswer({ status, text }: RawResponse): HttpAnswer {
  return { status, ...parseJsonBody(text), empty: text.trim() === '' };
}

function toXmlAnswer({ status, text }: RawResponse): HttpAnswer {
  return { status, body: parseXml(text) ?? {}, rows: null, empty: text.trim() === '' };
}

/** Returns true for a successful response in another format. PUT and DELETE may have an empty response. */
function isUnusable(
  { method = 'GET' }: AxiosRequestConfig,
  { status, text }: RawResponse,
  xml: boolean,
): boolean {
  if (status >= 300 || status === 204 || !['GET', 'POST'].includes(method)) return false;
  return xml ? parseXml(text) === undefined : !isJson(text);
}

async function sendTraced(request: PlainRequest): Promise<RawResponse> {
  const method = request.method ?? 'GET';
  const { hostname, port, pathname } = URL.parse(axios.getUri(request)) ?? {};
  const attributes = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': port ? Number(port) : undefined,
    'url.path': pathname,
  };
  return withSpan(method, { kind: 'client', attributes }, (span) => send(request, span));
}

async function send({ files = false, ...request }: PlainRequest, span: Span): Promise<RawResponse> {
  const start = performance.now();
  const maxContentLength = files ? MAX_FILE_RESPONSE_BYTES : MAX_RESPONSE_BYTES;
  const observe = (status: number | null, answer: string, fault: string | null) =>
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
    const fault = toStatusFault(status, headers['retry-after'], data);
    observe(status, data, fault?.message ?? null);
    if (fault) throw fault;
    return { status, text: data };
  } catch (error) {
    if (error instanceof OutboundFault) throw error;
    const { message, code = '', cause } = error as AxiosError;
    const inner = (cause as unknown) instanceof OutboundFault ? (cause as unknown as OutboundFault) : null;
    const fault = inner?.message ?? describeTransportError(message, maxContentLength);
    observe(null, '', fault);
    throw inner ?? new OutboundFault(fault, undefined, UNREACHED_CODES.test(code));
  }
}

function describeTransportError(message: string, maxContentLength: number): string {
  if (message.startsWith('maxContentLength')) return `its response is longer than ${maxContentLength} bytes`;
  return `it could not be reached: ${message}`;
}

function toStatusFault(status: number, retryAfter: unknown, answer: string): OutboundFault | null {
  if (status === 429)
    return new OutboundFault('it returned HTTP 429 (too many requests)', parseRetryAfterMs(retryAfter), true);
  const refused = status >= 500 || (status >= 300 && status < 400);
  return refused ? new OutboundFault(`it returned HTTP ${status}`, undefined, false, answer) : null;
}

function serializeRequest(data: unknown): string {
  if (data === undefined) return '';
  return typeof data === 'string' || data instanceof URLSearchParams ? String(data) : JSON.stringify(data);
}

/**
 * Parses `Retry-After`, seconds or a date, to milliseconds. USPS documents a value that repeats the header's name, so
 * the trailing digits count.
 */
function parseRetryAfterMs(header: unknown): number {
  if (typeof header !== 'string') return DEFAULT_COOLDOWN_MS;
  const seconds = /^\D*(\d+)\s*$/.exec(header)?.[1];
  const delayMs = seconds === undefined ? Date.parse(header) - Date.now() : Number(seconds) * 1_000;
  return Number.isFinite(delayMs) ? Math.min(Math.max(delayMs, 0), MAX_COOLDOWN_MS) : DEFAULT_COOLDOWN_MS;
}
