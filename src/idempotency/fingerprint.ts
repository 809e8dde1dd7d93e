import { createHash } from 'node:crypto';
import type { AuthenticatedRequest } from '../identity/caller.js';
import { seesCosts } from '../identity/scopes.js';

/**
 * What a request asks for, as a SHA-256: method, path, query and body, whatever the order of its fields; of a file the bytes.
 * A key that doesn't see costs asks for less: it never gets what is stored for one that does.
 */
export function fingerprintOf(request: AuthenticatedRequest): Buffer {
  const [path, query = ''] = request.originalUrl.split(/\?(.*)/s);
  const body: unknown = request.body;
  const content = Buffer.isBuffer(body)
    ? createHash('sha256').update(body).digest('hex')
    : canonicalJson(body);
  const parts = [request.method, path, query, content, ...(seesCosts(request.caller) ? [] : ['no costs'])];
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
