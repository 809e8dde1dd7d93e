import { requestContext } from '../../../platform/http/pipeline/request-context.js';

/** Names the request in progress, so that its repeat after a crash is known by it; null without an idempotency key. */
export function commandKey(command: 'book' | 'cancel' | 'pickup'): string | null {
  const key = requestContext()?.idempotencyKey;
  return key === undefined ? null : `${command} ${key}`;
}
