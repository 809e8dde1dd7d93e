import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { shapeOf } from '../../http/shapes.js';

/** What a request asks for, as a SHA-256: method, path, query, shape and body, whatever the order of its fields. */
export function fingerprintOf(request: Request): Buffer {
  const [path, query = ''] = request.originalUrl.split(/\?(.*)/s);
  const parts = [request.method, path, query, shapeOf(request), canonicalJson(request.body)];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** JSON with the fields of every object in one order, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
}
