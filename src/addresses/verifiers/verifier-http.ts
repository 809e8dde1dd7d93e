import axios, { type AxiosRequestConfig } from 'axios';
import { VerifierFault } from './verifier.js';

export interface VerifierAnswer {
  status: number;
  /** Parsed JSON; an empty object for anything else. */
  body: Json;
}

export type Json = Record<string, unknown>;

const MAX_ANSWER_BYTES = 1_000_000;
const DEFAULT_REST_MS = 60_000;
const MAX_REST_MS = 3_600_000;

/**
 * One call to a verifier. The signal ends it at any point, the body included.
 * @throws VerifierFault for transport faults, redirects, 429 and 5xx
 */
export async function callVerifier(
  request: AxiosRequestConfig & { signal: AbortSignal },
): Promise<VerifierAnswer> {
  const { status, headers, data } = await send(request);
  if (status === 429) {
    throw new VerifierFault('it has had too many requests', restMs(headers['retry-after']));
  }
  if (status >= 500 || (status >= 300 && status < 400)) throw new VerifierFault(`it answered ${status}`);
  return { status, body: parse(data) };
}

async function send(request: AxiosRequestConfig) {
  try {
    return await axios.request<string>({
      maxRedirects: 0,
      proxy: false,
      maxContentLength: MAX_ANSWER_BYTES,
      responseType: 'text',
      transformResponse: (text: string) => text,
      validateStatus: () => true,
      ...request,
    });
  } catch (error) {
    throw new VerifierFault(`it could not be reached: ${(error as Error).message}`);
  }
}

/** Seconds or a date; USPS documents a value that repeats the header's name, so the digits are looked for. */
function restMs(header: unknown): number {
  if (typeof header !== 'string') return DEFAULT_REST_MS;
  const seconds = /^\D*(\d+)\s*$/.exec(header)?.[1];
  const wanted = seconds === undefined ? Date.parse(header) - Date.now() : Number(seconds) * 1_000;
  return Number.isFinite(wanted) ? Math.min(Math.max(wanted, 0), MAX_REST_MS) : DEFAULT_REST_MS;
}

function parse(text: string): Json {
  try {
    return object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The value where it is an object; else an empty one. */
export function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** The objects of an array; a lone object counts as an array of one. */
export function objects(value: unknown): Json[] {
  return (Array.isArray(value) ? value : [value]).map(object).filter((item) => Object.keys(item).length > 0);
}

/** Text that isn't blank, or else an empty string. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
