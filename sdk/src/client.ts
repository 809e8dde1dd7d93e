import { LadingError } from './error.js';

export interface LadingOptions {
  /** `fk_test_…` or `fk_live_…`. The prefix selects the mode. */
  apiKey?: string;
  /** The URL of the service. Default: `http://localhost:3000`. */
  baseUrl?: string;
  /** Milliseconds per attempt, including the whole response. Default: 75,000, because large PDFs take long. */
  timeout?: number;
  /** Retries after a network error, a server error or a rate limit. Default: 3. */
  retries?: number;
  /** Headers to send with every request. */
  headers?: Record<string, string>;
  fetch?: typeof fetch;
}

/** Options of a single call, passed as its last argument. */
export interface CallOptions {
  signal?: AbortSignal;
  timeout?: number;
  retries?: number;
  /** The key of a POST. By default a random one, which all retries of the call share. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export interface ApiCall {
  method: string;
  /** Relative to `/api/v1`. */
  path: string;
  query?: object;
  body?: unknown;
  options?: CallOptions;
}

const TIMEOUT_MS = 75_000;
const RETRIES = 3;
const FIRST_BACKOFF_SECONDS = 0.5;
/** The client throws instead of waiting longer than this. */
const MAX_BACKOFF_SECONDS = 60;

/** Sends requests and retries them with exponential backoff and jitter. */
export class Client {
  private readonly base: string;

  constructor(private readonly settings: LadingOptions) {
    this.base = `${(settings.baseUrl ?? 'http://localhost:3000').replace(/\/+$/, '')}/api/v1`;
  }

  async send<T>(call: ApiCall, read: (response: Response) => T | Promise<T>): Promise<T> {
    const { signal, timeout = this.settings.timeout ?? TIMEOUT_MS } = call.options ?? {};
    const retries = call.options?.retries ?? this.settings.retries ?? RETRIES;
    const url = this.base + call.path + toQueryString(call.query);
    const init = { method: call.method, headers: this.buildHeaders(call), body: toRequestContent(call.body) };
    for (let attempt = 0; ; attempt++) {
      const error = await this.attempt(url, init, timeout, signal, read);
      if (!(error instanceof LadingError)) return error;
      const pauseSeconds = Math.max(
        error.retryAfter ?? 0,
        FIRST_BACKOFF_SECONDS * 2 ** attempt * (0.75 + Math.random() / 2),
      );
      if (attempt >= retries || pauseSeconds > MAX_BACKOFF_SECONDS || !isRetryable(call.method, error))
        throw error;
      await sleep(pauseSeconds * 1000, signal);
    }
  }

  /** Returns the result, or the error, which a retry may resolve. Rejects only if the caller's signal aborts. */
  private async attempt<T>(
    url: string,
    init: RequestInit,
    timeout: number,
    signal: AbortSignal | undefined,
    read: (response: Response) => T | Promise<T>,
  ): Promise<T | LadingError> {
    const signals = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])];
    try {
      const response = await (this.settings.fetch ?? fetch)(url, {
        ...init,
        signal: AbortSignal.any(signals),
      });
      return response.ok ? await read(response) : await LadingError.of(response);
    } catch (cause) {
      signal?.throwIfAborted();
      return LadingError.unanswered(cause);
    }
  }

  private buildHeaders({ method, body, options }: ApiCall): Record<string, string> {
    const { apiKey, headers } = this.settings;
    const type = resolveContentType(body);
    return {
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      ...(type && { 'Content-Type': type }),
      ...(method === 'POST' && { 'Idempotency-Key': options?.idempotencyKey ?? newIdempotencyKey() }),
      ...headers,
      ...options?.headers,
    };
  }
}

/**
 * Returns true if the request is safe to repeat: a GET, a POST (it has an idempotency key), or any request that the
 * service rejected before it started.
 */
function isRetryable(method: string, { status, code, retryAfter }: LadingError): boolean {
  if (status === 429 || (status === 503 && retryAfter !== undefined)) return true;
  if (method !== 'GET' && method !== 'POST') return false;
  if (code === 'idempotency_in_progress') return true;
  return status === undefined ? code !== 'unexpected_answer' : status >= 500;
}

/** Avoids `crypto.randomUUID`, which browsers offer only to pages loaded over TLS. */
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function toQueryString(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Treats text as X12 if it starts with ISA, otherwise as CSV. Uses the type of a blob, and treats everything else as JSON. */
function resolveContentType(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return body.startsWith('ISA') ? 'application/edi-x12' : 'text/csv';
  return body instanceof Blob ? body.type : 'application/json';
}

function toRequestContent(body: unknown): string | Blob | undefined {
  return body === undefined || typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body);
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
