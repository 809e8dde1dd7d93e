import { createHmac, randomBytes } from 'node:crypto';

export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const SHOWN_PREFIX_LENGTH = 12;

/** `whsec_` and 32 random bytes in base64. */
export function generateSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** What of a secret may be shown again: enough to tell two apart. */
export function toShownPrefix(secret: string): string {
  return secret.slice(0, SHOWN_PREFIX_LENGTH);
}

/**
 * The headers that prove a delivery's origin, twice: our own, whose key is the whole secret string, and those of
 * Standard Webhooks, whose key is the decoded part after `whsec_`. Each has a signature of every secret: a receiver
 * takes the delivery when one of them is of the secret that it knows.
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
