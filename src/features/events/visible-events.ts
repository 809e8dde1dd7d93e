import { ApiError } from '../../platform/http/errors/api-error.js';
import type { ScopedKey } from '../../platform/auth/scopes.js';
import { eventNamed } from './define-event.js';

/** Whether a key may read what the events of a type are about; of a type without a scope only one with full access may. */
export function seesEvents({ scopes }: ScopedKey, type: string): boolean {
  if (scopes === null) return true;
  const scope = eventNamed(type)?.scope;
  return scope !== undefined && scopes.includes(scope);
}

/** @throws ApiError insufficient_scope, on `param`, for the first type that the key may not read */
export function requireEvents(key: ScopedKey, types: readonly string[], param?: string): void {
  const hidden = types.find((type) => !seesEvents(key, type));
  if (hidden === undefined) return;
  const scope = eventNamed(hidden)?.scope;
  const message = scope
    ? `The API key lacks the scope ${scope}, which ${hidden} needs.`
    : `Only an API key with full access sees ${hidden}.`;
  throw new ApiError('insufficient_scope', { message, ...(param !== undefined && { param }) });
}
