import { createHmac, randomBytes } from 'node:crypto';
import type { Schemas } from '@lading/sdk';
import { VERSION } from './version.js';

const TIMEOUT_MS = 10_000;
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Of this run alone: made as the service makes an endpoint's. */
export function createSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface ForwardOutcome {
  /** What the receiver answered; without it `error` says why there was nothing. */
  status?: number;
  error?: string;
  durationMs: number;
}

/** Posts an event as a webhook endpoint would get it: the same body, headers and signatures. Redirects are not followed. */
export async function forwardEvent(
  url: string,
  secret: string,
  event: Schemas['EventRecord'],
): Promise<ForwardOutcome> {
  const { object: _object, ...told } = event;
  // Ids are 0 where nothing has one.
  const body = JSON.stringify({ ...told, webhook: { id: 'whk_0', url } });
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
  if (name === 'TimeoutError') return 'no answer in 10 s';
  return (cause as { code?: string } | undefined)?.code ?? message;
}
