import { createHmac } from 'node:crypto';

/** Builds the headers of a request that the receiver accepts as a delivery. */
export function buildSignatureHeaders(body: string, secret: string): Record<string, string> {
  const t = Math.floor(Date.now() / 1_000);
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  return {
    'Content-Type': 'application/json',
    'webhook-id': 'bare',
    'X-Service-Signature': `t=${t},v1=${v1}`,
  };
}
