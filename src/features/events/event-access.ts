import { ApiError } from '../../platform/http/errors/api-error.js';
import type { ScopedKey } from '../../platform/auth/scopes.js';
import { findEventDefinition } from './define-event.js';
import { listMatchedTypes } from './event-patterns.js';

/** Returns true if the key may see events of the type. Types without a scope require full access. */
export function canSeeEvents({ scopes }: ScopedKey, type: string): boolean {
  if (scopes === null) return true;
  const scope = findEventDefinition(type)?.scope;
  return scope !== undefined && scopes.includes(scope);
}

/**
 * @param types names and wildcards
 * @throws ApiError insufficient_scope on `param` for the first type that the key may not see
 */
export function assertCanSeeEvents(key: ScopedKey, types: readonly string[], param?: string): void {
  const hidden = types.flatMap(listMatchedTypes).find((type) => !canSeeEvents(key, type));
  if (hidden === undefined) return;
  const scope = findEventDefinition(hidden)?.scope;
  const message = scope
    ? `The API key lacks the scope ${scope}, which ${hidden} needs.`
    : `The event ${hidden} requires full access. Use an API key without scopes.`;
  throw new ApiError('insufficient_scope', { message, ...(param !== undefined && { param }) });
}
