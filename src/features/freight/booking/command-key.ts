import { getRequestContext } from '../../../platform/http/pipeline/request-context.js';

/** Names the request in progress, so that its repeat after a crash is known by it; null without an idempotency key. */
export function buildCommandKey(command: 'book' | 'cancel' | 'pickup'): string | null {
  const key = getRequestContext()?.idempotencyKey;
  return key === undefined ? null : `${command} ${key}`;
}
