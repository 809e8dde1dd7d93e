import type { components } from './api.js';
import { LadingError } from './error.js';

/** What a receiver gets: `type` says what `data` holds. */
export type WebhookEvent = components['schemas']['Event'];

const TOLERANCE_SECONDS = 300;

/**
 * The event of a delivery that is proven to come from the service; else a `LadingError` `invalid_signature`, which is
 * answered 401.
 * @param payload the body as it came, not parsed
 * @param secret `whsec_…`, of the endpoint
 * @param tolerance seconds that a delivery may have taken, at most 600
 */
export async function verifyWebhook(
  payload: string | Uint8Array<ArrayBuffer> | ArrayBuffer,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
  tolerance = TOLERANCE_SECONDS,
): Promise<WebhookEvent> {
  const [, time, signatures] = /^t=(\d+)((?:,v1=[0-9a-f]{64})+)$/.exec(findSignature(headers)) ?? [];
  if (time === undefined || signatures === undefined)
    throw toSignatureError('The delivery has no signature.');
  const body =
    typeof payload === 'string' ? payload : new TextDecoder('utf-8', { ignoreBOM: true }).decode(payload);
  const key = await crypto.subtle.importKey(
    'raw',
    encodeUtf8(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  // While two secrets sign there is a signature of each.
  const verdicts = signatures.match(/[0-9a-f]{64}/g)!.map((hex) => {
    const mac = Uint8Array.from(hex.match(/../g)!, (byte) => parseInt(byte, 16));
    return crypto.subtle.verify('HMAC', key, mac, encodeUtf8(`${time}.${body}`));
  });
  if (!(await Promise.all(verdicts)).includes(true))
    throw toSignatureError('The signature is not of this body and secret.');
  if (Math.abs(Date.now() / 1000 - Number(time)) > tolerance)
    throw toSignatureError('The delivery is too old.');
  return JSON.parse(body) as WebhookEvent;
}

/** Frameworks give headers as a `Headers` or as an object with names in any case. */
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
