import type { Request } from 'express';
import { isOlderName } from './older-names.js';

export type Shape = 'a' | 'b';

export const SHAPE_A_TYPE = 'application/vnd.freight.shape-a+json';
export const SHAPE_B_TYPE = 'application/vnd.freight.shape-b+json';

/** What a client that has no preference among them gets first. */
export const JSON_TYPES = ['application/json', SHAPE_A_TYPE, SHAPE_B_TYPE];
const NAMES_A_SHAPE = /shape-[ab]/i;

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
export function shapeOf(request: Request): Shape {
  if (isOlderName(request.path)) return 'b';
  if (!NAMES_A_SHAPE.test(request.headers.accept ?? '')) return 'a';
  return request.accepts(JSON_TYPES) === SHAPE_B_TYPE ? 'b' : 'a';
}

/** A resource, or a list of them, in the shape asked for. Shape A is what presenters make. */
export function inShape(value: unknown, shape: Shape): unknown {
  if (shape === 'a' || typeof value !== 'object' || value === null) return value;
  const resource = value as Record<string, unknown>;
  if (Array.isArray(resource.data)) {
    return { ...resource, data: resource.data.map((item) => inShape(item, shape)) };
  }
  const object = resource.object as string;
  if (object === 'carrier') return { ...resource, id: String(resource.id) };
  return object in OBJECT_IN_SHAPE_B ? { ...resource, object: OBJECT_IN_SHAPE_B[object] } : value;
}
