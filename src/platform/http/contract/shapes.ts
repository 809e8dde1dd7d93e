import type { Request } from 'express';
import { isDeprecatedPath } from './deprecated-paths.js';

export type Shape = 'a' | 'b';

export const SHAPE_A_TYPE = 'application/vnd.freight.shape-a+json';
export const SHAPE_B_TYPE = 'application/vnd.freight.shape-b+json';

/** What a client that has no preference among them gets first. */
export const JSON_TYPES = ['application/json', SHAPE_A_TYPE, SHAPE_B_TYPE];
const SHAPE_IN_ACCEPT = /shape-[ab]/i;

/** The only values that can't hold both shapes (docs/adr/0008) at once: what `object` becomes under shape B. */
export const OBJECT_IN_SHAPE_B: Record<string, string> = {
  freight: 'shipment',
  tracked_shipment: 'tracking',
  'sandbox.reset': 'sandbox',
  'sandbox.status': 'sandbox',
};

/**
 * Shape B when the client's `Accept` prefers it, or the path is of the older naming; shape A otherwise, also where the
 * client accepts no JSON at all: an answer in another type than hoped for says more than a 406.
 */
export function resolveShape(request: Request): Shape {
  if (isDeprecatedPath(request.path)) return 'b';
  if (!SHAPE_IN_ACCEPT.test(request.headers.accept ?? '')) return 'a';
  return request.accepts(JSON_TYPES) === SHAPE_B_TYPE ? 'b' : 'a';
}

/** A resource, or a list of them, in the shape asked for. Shape A is what presenters make. */
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
