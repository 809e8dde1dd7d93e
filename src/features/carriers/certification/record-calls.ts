import type { ObservedCall } from '../../../platform/http-client/call-observer.js';
import type { OperationName } from './perform-operation.js';
import { isTokenCall, type RecordedCall, type Recording } from './recording.js';
import { RecordingSanitizer } from './recording-sanitizer.js';

/** The origin of a recording. */
export interface RecordingOrigin {
  adapter: string;
  scac: string;
  operation: OperationName;
  settings: object;
  version: string;
}

/**
 * Returns the sanitized recording of an operation's calls; null if it made none. Token requests are left out. If a failed
 * token request ended the operation, it is the recording.
 * @param privateTexts the private texts of the account's settings
 * @param proNumber the number of a real shipment; null if there is none
 */
export function recordCalls(
  { adapter, scac, operation, settings, version }: RecordingOrigin,
  observed: readonly ObservedCall[],
  privateTexts: readonly string[],
  proNumber: string | null,
): Recording | null {
  const isToken = ({ url }: ObservedCall) => isTokenCall(url);
  const tokens = observed.filter(isToken).flatMap(({ answer }) => listLongTexts(answer));
  const sanitizer = new RecordingSanitizer([...privateTexts, ...tokens], proNumber);
  const own = observed.filter((call) => !isToken(call));
  const failedToken = observed.filter(isToken).slice(-1);
  const [first, ...more] = (own.length > 0 ? own : failedToken).map((call) => sanitizeCall(call, sanitizer));
  if (!first) return null;
  const name = own.length > 0 ? operation : 'token';
  const today = new Date().toISOString().slice(0, 10);
  return {
    id: `${adapter}-${name.replace(/[:_]/g, '-')}`,
    carrier: adapter,
    scac,
    operation: name,
    kind: 'recorded',
    source: { client: `lading ${version}`, recorded_at: today },
    settings,
    ...(operation === 'rate' && { shift: today }),
    ...first,
    ...(more.length > 0 && { more }),
  };
}

function sanitizeCall(call: ObservedCall, sanitizer: RecordingSanitizer): RecordedCall {
  const { method, url, request, status, answer } = call;
  const sent = parse(request);
  const body = typeof sent === 'string' ? sanitizer.sanitizeText(sent) : sanitizer.sanitizeJson(sent);
  const received = parse(answer);
  return {
    request: { method, url: sanitizer.sanitizeUrl(url), body: body === '' ? null : body },
    http: { status },
    ...(typeof received === 'string'
      ? { raw: sanitizer.sanitizeText(received) }
      : { body: sanitizer.sanitizeJson(received) }),
  };
}

/** Returns the JSON value, or the text itself. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const MIN_TOKEN_LENGTH = 8;

/** Returns the texts of a token answer that may be tokens. */
function listLongTexts(answer: string): string[] {
  const collect = (value: unknown): string[] => {
    if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(collect);
    return typeof value === 'string' && value.length >= MIN_TOKEN_LENGTH ? [value] : [];
  };
  return collect(parse(answer));
}
