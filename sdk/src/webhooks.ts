import type { components } from './api.js';
import { LadingError } from './error.js';

/** The body of a webhook delivery. `type` determines the shape of `data`. */
export type WebhookEvent = components['schemas']['Event'];

const TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature of a webhook delivery and returns its event.
 * @param payload the raw request body, before parsing
 * @param secret the endpoint's signing secret, `whsec_…`
 * @param tolerance maximum age of the delivery in seconds, at most 600
 * @throws LadingError `invalid_signature`. Respond with 401.
 */
export async function verifyWebhook(
  payload: string | Uint8Array<ArrayBuffer> | ArrayBuffer,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
  tolerance = TOLERANCE_SECONDS,
): Promise<WebhookEvent> {
  const [, time, signatures] = /^t=(\d+)((?:,v1=[0-9a-f]{64})+)$/.exec(findSignature(headers)) ?? [];
  if (time === undefined || signatures === undefined)
    throw toSignatureError('The X-Service-Signature header is missing or malformed.');
  const body =
    typeof payload === 'string' ? payload : new TextDecoder('utf-8', { ignoreBOM: true }).decode(payload);
  const key = await crypto.subtle.importKey(
    'raw',
    encodeUtf8(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  // After a secret rotation the service signs with the old and the new secret for a while.
  const verdicts = signatures.match(/[0-9a-f]{64}/g)!.map((hex) => {
    const mac = Uint8Array.from(hex.match(/../g)!, (byte) => parseInt(byte, 16));
    return crypto.subtle.verify('HMAC', key, mac, encodeUtf8(`${time}.${body}`));
  });
  if (!(await Promise.all(verdicts)).includes(true))
    throw toSignatureError('The signature does not match the body. Check the secret and pass the raw body.');
  if (Math.abs(Date.now() / 1000 - Number(time)) > tolerance)
    throw toSignatureError('The delivery is older than the tolerance.');
  return JSON.parse(body) as WebhookEvent;
}

/** Accepts `Headers` and plain objects, whose names frameworks may write in any case. */
function findSignature(headers: Headers | Record<string, string | string[] | undefined>): string {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return String(entries.find(([name]) => name.toLowerCase() === 'x-service-signature')?.[1]);
}

function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toSignatureError(message: string): LadingError {
  return new LadingError('invalid_signature', message);
}
