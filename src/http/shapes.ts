import type { Request } from 'express';
import { isOlderName } from './older-names.js';

export type Shape = 'a' | 'b';

const SHAPE_B = /application\/vnd\.freight\.shape-b\+json/i;

/** The only values that can't hold both shapes of the spec at once: what `object` becomes under shape B. */
export const OBJECT_IN_SHAPE_B: Record<string, string> = {
  freight: 'shipment',
  tracked_shipment: 'tracking',
  'sandbox.reset': 'sandbox',
  'sandbox.status': 'sandbox',
};

/** Shape B when the client's `Accept` names it or the path is of the older naming; shape A otherwise. */
export function shapeOf(request: Request): Shape {
  return SHAPE_B.test(request.headers.accept ?? '') || isOlderName(request.path) ? 'b' : 'a';
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
