import { setTimeout } from 'node:timers/promises';
import axios, { type AxiosError, type AxiosRequestConfig } from 'axios';
import { tellOf } from './call-watch.js';
import { guardOf } from './guarded-hosts.js';
import { isJson, parseAnswer, type Json } from './json.js';
import { OutboundFault } from './outbound-fault.js';
import { traced, type Span } from '../tracing/traces.js';

export interface HttpAnswer {
  status: number;
  /** Parsed JSON; an empty object for anything else. */
  body: Json;
  /** Where it is a list and no object. */
  rows: unknown[] | null;
}

const MAX_ANSWER_BYTES = 2_000_000;
/** A file of 10 MB as base64, and what is said of it. */
const MAX_FILES_BYTES = 20_000_000;
const DEFAULT_REST_MS = 60_000;
const MAX_REST_MS = 3_600_000;
const RETRY_AFTER_MS = 100;
/** The call got nowhere: no address, nobody there, nobody trusted. */
const NEVER_REACHED =
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
  const first = await once(request).catch((error: unknown) => {
    const again = safe && error instanceof OutboundFault && error.restMs === undefined;
    if (!again || signal.aborted) throw error;
    return error;
  });
  if (!(first instanceof OutboundFault)) {
    if (!safe || !isNonsense(request, first) || signal.aborted) return answerOf(first);
  }
  await setTimeout(RETRY_AFTER_MS, undefined, { signal }).catch(() => undefined);
  if (!signal.aborted) return answerOf(await once(request));
  if (first instanceof OutboundFault) throw first;
  return answerOf(first);
}

/** As it came. */
interface RawAnswer {
  status: number;
  text: string;
}

function answerOf({ status, text }: RawAnswer): HttpAnswer {
  return { status, ...parseAnswer(text) };
}

/** A success that says nothing in JSON. Who was told something, by PUT or DELETE, may well answer nothing. */
function isNonsense({ method = 'GET' }: AxiosRequestConfig, { status, text }: RawAnswer): boolean {
  return status < 300 && status !== 204 && ['GET', 'POST'].includes(method) && !isJson(text);
}

/** Carriers are told nothing of our traces: some refuse headers that they don't know, and none could join them. */
async function once(request: Omit<OutboundRequest, 'safe'>): Promise<RawAnswer> {
  const method = request.method ?? 'GET';
  const { hostname, port, pathname } = URL.parse(axios.getUri(request)) ?? {};
  const facts = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': port ? Number(port) : undefined,
    'url.path': pathname,
  };
  return traced(method, { kind: 'client', facts }, (span) => send(request, span));
}

async function send(
  { files = false, ...request }: Omit<OutboundRequest, 'safe'>,
  span: Span,
): Promise<RawAnswer> {
  const start = performance.now();
  const maxContentLength = files ? MAX_FILES_BYTES : MAX_ANSWER_BYTES;
  const told = (status: number | null, answer: string, fault: string | null) =>
    tellOf({
      method: request.method ?? 'GET',
      url: axios.getUri(request),
      request: textOf(request.data),
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
      ...guardOf(axios.getUri(request)),
    });
    span.tell({ 'http.response.status_code': status });
    const fault = faultIn(status, headers['retry-after']);
    told(status, data, fault?.message ?? null);
    if (fault) throw fault;
    return { status, text: data };
  } catch (error) {
    if (error instanceof OutboundFault) throw error;
    const { message, code = '', cause } = error as AxiosError;
    const refusal = (cause as unknown) instanceof OutboundFault ? (cause as unknown as OutboundFault) : null;
    const fault = refusal?.message ?? faultOf(message, maxContentLength);
    told(null, '', fault);
    throw refusal ?? new OutboundFault(fault, undefined, NEVER_REACHED.test(code));
  }
}

function faultOf(message: string, maxContentLength: number): string {
  if (message.startsWith('maxContentLength')) return `its answer is longer than ${maxContentLength} bytes`;
  return `it could not be reached: ${message}`;
}

function faultIn(status: number, retryAfter: unknown): OutboundFault | null {
  if (status === 429) return new OutboundFault('it has had too many requests', restMs(retryAfter), true);
  const refused = status >= 500 || (status >= 300 && status < 400);
  return refused ? new OutboundFault(`it answered ${status}`) : null;
}

function textOf(data: unknown): string {
  if (data === undefined) return '';
  return data instanceof URLSearchParams ? String(data) : JSON.stringify(data);
}

/** Milliseconds; the header has seconds or a date. USPS documents a value that repeats the header's name, so the digits are looked for. */
function restMs(header: unknown): number {
  if (typeof header !== 'string') return DEFAULT_REST_MS;
  const seconds = /^\D*(\d+)\s*$/.exec(header)?.[1];
  const wanted = seconds === undefined ? Date.parse(header) - Date.now() : Number(seconds) * 1_000;
  return Number.isFinite(wanted) ? Math.min(Math.max(wanted, 0), MAX_REST_MS) : DEFAULT_REST_MS;
}
