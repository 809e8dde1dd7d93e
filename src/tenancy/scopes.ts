import { RequestMethod, SetMetadata, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';

/** What a key can be limited to: the first words of the API's paths. */
export const SCOPED_RESOURCES = [
  'quotes',
  'freight',
  'tracking',
  'addresses',
  'invoices',
  'bills',
  'customers',
  'carriers',
  'webhooks',
  'sandbox',
] as const;

/** Paths that belong to a resource of another name. */
const OTHER_NAMES: Record<string, string> = { shipments: 'freight', 'freight-classes': 'quotes' };

export const SCOPES: readonly string[] = SCOPED_RESOURCES.flatMap((name) => [
  `${name}.read`,
  `${name}.write`,
]);

const SCOPE = 'scope';

/** For a handler whose method says something else than what it does, e.g. a POST that only calculates. */
export const Scope = (scope: string): MethodDecorator => SetMetadata(SCOPE, scope);

/** The scope a handler needs: `<resource>.read` for GET, else `<resource>.write`. */
export function scopeOf(controller: Type, handler: object): string {
  const own = Reflect.getMetadata(SCOPE, handler) as string | undefined;
  if (own !== undefined) return own;
  const path = Reflect.getMetadata(PATH_METADATA, controller) as string | string[];
  const [segment = ''] = [path].flat()[0]!.replace(/^\//, '').split('/');
  const isRead = Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET;
  return `${OTHER_NAMES[segment] ?? segment}.${isRead ? 'read' : 'write'}`;
}
