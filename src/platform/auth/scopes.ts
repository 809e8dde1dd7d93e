import { RequestMethod, SetMetadata, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ApiError } from '../http/errors/api-error.js';

const SCOPE = 'scope';

/** Overrides the scope that follows from path and method, e.g. for a POST that only calculates. */
export const Scope = (scope: string): MethodDecorator => SetMetadata(SCOPE, scope);

export const COSTS_READ = 'costs.read';

/** Scopes that guard fields instead of routes, with their effect. */
export const FIELD_SCOPES = {
  [COSTS_READ]:
    'Shows carrier costs and markups. Without this scope, responses contain only the price that the customer pays.',
};

export interface ScopedKey {
  readonly scopes: readonly string[] | null;
}

export function canSeeCosts({ scopes }: ScopedKey): boolean {
  return scopes === null || scopes.includes(COSTS_READ);
}

/** @param param the parameter that requires the scope, for the error @throws ApiError insufficient_scope */
export function requireScope({ scopes }: ScopedKey, scope: string, param?: string): void {
  if (scopes === null || scopes.includes(scope)) return;
  const message = `The API key lacks the scope ${scope}`;
  if (param === undefined) throw new ApiError('insufficient_scope', { message: `${message}.` });
  throw new ApiError('insufficient_scope', { param, message: `${message}, which ${param} requires.` });
}

/**
 * Returns the scope of a handler: the first segment of its controller's path, and `.read` for GET, otherwise `.write`.
 */
export function resolveScope(controller: Type, handler: object): string {
  const own = Reflect.getMetadata(SCOPE, handler) as string | undefined;
  if (own !== undefined) return own;
  const path = Reflect.getMetadata(PATH_METADATA, controller) as string | string[];
  const [segment = ''] = [path].flat()[0]!.replace(/^\//, '').split('/');
  const isRead = Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET;
  return `${segment}.${isRead ? 'read' : 'write'}`;
}
