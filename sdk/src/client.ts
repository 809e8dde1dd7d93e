import { LadingError } from './error.js';

export interface LadingOptions {
  /** `fk_test_…` or `fk_live_…`, which says the mode. */
  apiKey?: string;
  /** Where the service is; `http://localhost:3000`. */
  baseUrl?: string;
  /** Milliseconds that one try may take, its whole answer included; 75,000, which a large PDF may need. */
  timeout?: number;
  /** How often a call that failed on its way, or was put off, is made again; 3. */
  retries?: number;
  /** Headers of every request. */
  headers?: Record<string, string>;
  fetch?: typeof fetch;
}

/** What a single call may be given as its last argument. */
export interface CallOptions {
  signal?: AbortSignal;
  timeout?: number;
  retries?: number;
  /** Of a POST; by default one of its own, that all its tries share. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export interface ApiCall {
  method: string;
  /** Below `/api/v1`. */
  path: string;
  query?: object;
  body?: unknown;
  options?: CallOptions;
}

const TIMEOUT_MS = 75_000;
const RETRIES = 3;
const FIRST_BACKOFF_SECONDS = 0.5;
/** A service that wants to be left alone for longer is the caller's to wait for. */
const MAX_BACKOFF_SECONDS = 60;

/** Makes a call, again if need be, until there is an answer that can be read. */
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
    for (let tries = 0; ; tries++) {
      const error = await this.attempt(url, init, timeout, signal, read);
      if (!(error instanceof LadingError)) return error;
      const pause = Math.max(
        error.retryAfter ?? 0,
        FIRST_BACKOFF_SECONDS * 2 ** tries * (0.75 + Math.random() / 2),
      );
      if (tries >= retries || pause > MAX_BACKOFF_SECONDS || !isRetryable(call.method, error)) throw error;
      await sleep(pause * 1000, signal);
    }
  }

  /** The answer, or the error that another try may do away with. */
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

/** A GET changes nothing and a POST carries its key; what else was refused before it began may be sent again too. */
function isRetryable(method: string, { status, code, retryAfter }: LadingError): boolean {
  if (status === 429 || (status === 503 && retryAfter !== undefined)) return true;
  if (method !== 'GET' && method !== 'POST') return false;
  if (code === 'idempotency_in_progress') return true;
  return status === undefined ? code !== 'unexpected_answer' : status >= 500;
}

/** Random in browsers too that load the page without TLS, where there is no `randomUUID`. */
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

/** Text is CSV, a blob says what it is, all else is JSON. */
function resolveContentType(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return 'text/csv';
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
