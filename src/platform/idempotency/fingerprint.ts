import { createHash } from 'node:crypto';
import type { AuthenticatedRequest, Caller } from '../auth/caller.js';
import { canSeeCosts } from '../auth/scopes.js';

/**
 * Returns the SHA-256 of method, path, query and canonical body, or of a file's bytes. A caller that sees no costs has
 * other fingerprints, so it never gets a response that contains costs.
 * @param bound whether the fingerprint contains the caller
 */
export function computeFingerprint(request: AuthenticatedRequest, bound: boolean): Buffer {
  const [path, query = ''] = request.originalUrl.split(/\?(.*)/s);
  const body: unknown = request.body;
  const content = Buffer.isBuffer(body)
    ? createHash('sha256').update(body).digest('hex')
    : toCanonicalJson(body);
  const { caller } = request;
  const callerParts = [...(canSeeCosts(caller) ? [] : ['no costs']), ...(bound ? [toCallerKey(caller)] : [])];
  const parts = [request.method, path, query, content, ...callerParts];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

function toCallerKey({ keyId, member }: Caller): string {
  return keyId === null ? `member ${member?.id}` : `key ${keyId}`;
}

/** Returns JSON with sorted fields, so that equal values give equal text. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
}
