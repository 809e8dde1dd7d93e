import type { Request } from 'express';

/** What a request says of the page it comes from: one of ours, somebody else's, or nothing. */
export type RequestOrigin = 'own' | 'foreign' | 'unsaid';

/**
 * By the headers that no page can set: `Sec-Fetch-Site`, `Origin`, and for reads over plain HTTP, which carry neither,
 * `Referer`. A page is ours by the public address, or by the address that the browser itself asks (`Host`), and none that
 * came in the clear where the public address is HTTPS.
 */
export function classifyOrigin({ headers }: Request, publicUrl: string): RequestOrigin {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return 'foreign';
  const from = headers.origin ?? (site === undefined ? headers.referer : undefined);
  if (from === undefined) return site === undefined ? 'unsaid' : 'own';
  const url = URL.parse(from);
  const { origin, protocol } = new URL(publicUrl);
  if (url === null || (protocol === 'https:' && url.protocol !== protocol)) return 'foreign';
  return url.origin === origin || url.host === headers.host ? 'own' : 'foreign';
}
