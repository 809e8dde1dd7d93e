import { createHmac, randomBytes } from 'node:crypto';
import type { Schemas } from '@lading/sdk';
import { VERSION } from './version.js';

const TIMEOUT_MS = 10_000;
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Generates a signing secret in the format of the service. */
export function createSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface ForwardOutcome {
  /** The HTTP status of the receiver. Undefined if `error` is set. */
  status?: number;
  error?: string;
  durationMs: number;
}

/** Posts an event with the body, headers and signatures of a webhook delivery. Does not follow redirects. */
export async function forwardEvent(
  url: string,
  secret: string,
  event: Schemas['EventRecord'],
): Promise<ForwardOutcome> {
  const body = JSON.stringify({ ...event, webhook: { id: 'whk_0', url } });
  const began = performance.now();
  const outcome = (rest: Omit<ForwardOutcome, 'durationMs'>): ForwardOutcome => ({
    ...rest,
    durationMs: Math.round(performance.now() - began),
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...buildSignatureHeaders(secret, event.id, Math.floor(Date.now() / 1_000), body) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return outcome({ status: response.status });
  } catch (error) {
    return outcome({ error: describeFailure(error as Error) });
  }
}

function buildSignatureHeaders(
  secret: string,
  id: string,
  timestamp: number,
  body: string,
): Record<string, string> {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const own = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'User-Agent': `lading-cli/${VERSION}`,
    'X-Service-Signature': `t=${timestamp},v1=${own}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${standard}`,
  };
}

function describeFailure({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return 'no response within 10 s';
  return (cause as { code?: string } | undefined)?.code ?? message;
}
