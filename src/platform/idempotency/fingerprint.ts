import { createHash } from 'node:crypto';
import type { AuthenticatedRequest, Caller } from '../auth/caller.js';
import { canSeeCosts } from '../auth/scopes.js';

/**
 * What a request asks for, as a SHA-256: method, path, query and body, whatever the order of its fields; of a file the bytes.
 * A key that doesn't see costs asks for less: it never gets what is stored for one that does.
 * @param bound nobody else asks the same: who asks is part of what is asked
 */
export function computeFingerprint(request: AuthenticatedRequest, bound: boolean): Buffer {
  const [path, query = ''] = request.originalUrl.split(/\?(.*)/s);
  const body: unknown = request.body;
  const content = Buffer.isBuffer(body)
    ? createHash('sha256').update(body).digest('hex')
    : toCanonicalJson(body);
  const { caller } = request;
  const asker = [...(canSeeCosts(caller) ? [] : ['no costs']), ...(bound ? [toCallerKey(caller)] : [])];
  const parts = [request.method, path, query, content, ...asker];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

function toCallerKey({ keyId, member }: Caller): string {
  return keyId === null ? `member ${member?.id}` : `key ${keyId}`;
}

/** JSON with the fields of every object in one order, so that equal values give equal text. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
}
