import { ApiError } from '../../platform/http/errors/api-error.js';
import type { ScopedKey } from '../../platform/auth/scopes.js';
import { findEventDefinition } from './define-event.js';

/** Whether a key may read what the events of a type are about; of a type without a scope only one with full access may. */
export function canSeeEvents({ scopes }: ScopedKey, type: string): boolean {
  if (scopes === null) return true;
  const scope = findEventDefinition(type)?.scope;
  return scope !== undefined && scopes.includes(scope);
}

/** @throws ApiError insufficient_scope, on `param`, for the first type that the key may not read */
export function assertCanSeeEvents(key: ScopedKey, types: readonly string[], param?: string): void {
  const hidden = types.find((type) => !canSeeEvents(key, type));
  if (hidden === undefined) return;
  const scope = findEventDefinition(hidden)?.scope;
  const message = scope
    ? `The API key lacks the scope ${scope}, which ${hidden} needs.`
    : `Only an API key with full access sees ${hidden}.`;
  throw new ApiError('insufficient_scope', { message, ...(param !== undefined && { param }) });
}
