import { createHmac, randomBytes } from 'node:crypto';

export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const SHOWN_PREFIX_LENGTH = 12;

/** Returns `whsec_` and 32 random bytes in base64. */
export function generateSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Returns the part of a secret that the API may show again. */
export function toShownPrefix(secret: string): string {
  return secret.slice(0, SHOWN_PREFIX_LENGTH);
}

/**
 * Builds the signature headers in two formats, each with one signature per secret. `X-Service-Signature` uses the whole
 * secret string as the HMAC key. The Standard Webhooks headers use the decoded part after `whsec_`.
 * @param timestamp Unix seconds of this attempt
 */
export function buildSignatureHeaders(
  secrets: string[],
  eventId: string,
  timestamp: number,
  body: string,
): Record<string, string> {
  const own = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`,
  );
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return {
    'X-Service-Signature': `t=${timestamp},${own.join(',')}`,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}
