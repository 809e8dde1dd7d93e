import type { Request } from 'express';

/** The origin of a request: one of our pages, a page of another site, or no page. */
export type RequestOrigin = 'own' | 'foreign' | 'unsaid';

/**
 * Classifies by headers that no page can set: `Sec-Fetch-Site`, `Origin`, and `Referer` for reads over plain HTTP,
 * which carry neither. A page is ours if its host is that of `publicUrl` or of the `Host` header. If `publicUrl` is
 * HTTPS, pages over plain HTTP never are.
 */
export function classifyOrigin({ headers }: Request, publicUrl: string): RequestOrigin {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return 'foreign';
  const page = headers.origin ?? (site === undefined ? headers.referer : undefined);
  if (page === undefined) return site === undefined ? 'unsaid' : 'own';
  const url = URL.parse(page);
  const { origin, protocol } = new URL(publicUrl);
  if (url === null || (protocol === 'https:' && url.protocol !== protocol)) return 'foreign';
  return url.origin === origin || url.host === headers.host ? 'own' : 'foreign';
}
