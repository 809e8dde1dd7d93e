import type { Request } from 'express';
import { isDeprecatedPath } from './deprecated-paths.js';

export type Shape = 'a' | 'b';

export const SHAPE_A_TYPE = 'application/vnd.freight.shape-a+json';
export const SHAPE_B_TYPE = 'application/vnd.freight.shape-b+json';

/** In order of preference. */
export const JSON_TYPES = ['application/json', SHAPE_A_TYPE, SHAPE_B_TYPE];
const SHAPE_IN_ACCEPT = /shape-[ab]/i;

/** `object` under shape B, for the values that cannot satisfy both shapes (docs/adr/0008). */
export const OBJECT_IN_SHAPE_B: Record<string, string> = {
  freight: 'shipment',
  tracked_shipment: 'tracking',
  'sandbox.reset': 'sandbox',
  'sandbox.status': 'sandbox',
};

/**
 * Returns shape B if `Accept` prefers it or the path is deprecated, otherwise shape A. A client that accepts no JSON
 * gets shape A instead of a 406.
 */
export function resolveShape(request: Request): Shape {
  if (isDeprecatedPath(request.path)) return 'b';
  if (!SHAPE_IN_ACCEPT.test(request.headers.accept ?? '')) return 'a';
  return request.accepts(JSON_TYPES) === SHAPE_B_TYPE ? 'b' : 'a';
}

/** Converts a resource, or a list of them, from shape A. */
export function toShape(value: unknown, shape: Shape): unknown {
  if (shape === 'a' || typeof value !== 'object' || value === null) return value;
  const resource = value as Record<string, unknown>;
  if (Array.isArray(resource.data)) {
    return { ...resource, data: resource.data.map((item) => toShape(item, shape)) };
  }
  const object = resource.object as string;
  if (object === 'carrier') return { ...resource, id: String(resource.id) };
  return object in OBJECT_IN_SHAPE_B ? { ...resource, object: OBJECT_IN_SHAPE_B[object] } : value;
}
