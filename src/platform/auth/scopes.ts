import { RequestMethod, SetMetadata, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ApiError } from '../http/errors/api-error.js';

const SCOPE = 'scope';

/** For a handler that needs another scope than its path and method say, e.g. a POST that only calculates. */
export const Scope = (scope: string): MethodDecorator => SetMetadata(SCOPE, scope);

/** Beside what a route needs: to see what carriers ask where customers pay more, and what is added for whom. */
export const COSTS_READ = 'costs.read';

/** The scopes that guard fields, not routes. */
export const FIELD_SCOPES = [COSTS_READ] as const;

/** What a key may do: dotted scopes; null is everything. */
export interface ScopedKey {
  readonly scopes: readonly string[] | null;
}

export function canSeeCosts({ scopes }: ScopedKey): boolean {
  return scopes === null || scopes.includes(COSTS_READ);
}

/** @param param what needs the scope beside what the route needs. @throws ApiError insufficient_scope */
export function requireScope({ scopes }: ScopedKey, scope: string, param?: string): void {
  if (scopes === null || scopes.includes(scope)) return;
  const message = `The API key lacks the scope ${scope}`;
  if (param === undefined) throw new ApiError('insufficient_scope', { message: `${message}.` });
  throw new ApiError('insufficient_scope', { param, message: `${message}, which ${param} needs.` });
}

/** The scope a handler needs: its controller's first word, and `.read` for GET, else `.write`. */
export function resolveScope(controller: Type, handler: object): string {
  const own = Reflect.getMetadata(SCOPE, handler) as string | undefined;
  if (own !== undefined) return own;
  const path = Reflect.getMetadata(PATH_METADATA, controller) as string | string[];
  const [segment = ''] = [path].flat()[0]!.replace(/^\//, '').split('/');
  const isRead = Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET;
  return `${segment}.${isRead ? 'read' : 'write'}`;
}
