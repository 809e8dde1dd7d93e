import type { CookieOptions, Request, Response } from 'express';

/** Over HTTPS a name that a browser takes from this very host only, and over HTTPS only. */
const buildCookieName = (secure: boolean): string => (secure ? '__Host-lading_session' : 'lading_session');

/** Pages of other sites can't send it but by following a link, and no script can read it. */
const buildCookieOptions = (secure: boolean): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure,
});

/** What the session's cookie holds; undefined without one. */
export function readSessionCookie(request: Request, secure: boolean): string | undefined {
  return findCookie(request, buildCookieName(secure));
}

/** What a cookie holds; undefined without it. */
export function findCookie({ headers }: Request, name: string): string | undefined {
  const start = `${name}=`;
  const found = headers.cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start));
  return found?.slice(start.length);
}

export function setSessionCookie(response: Response, secure: boolean, token: string, maxAge: number): void {
  response.cookie(buildCookieName(secure), token, { ...buildCookieOptions(secure), maxAge });
}

export function clearSessionCookie(response: Response, secure: boolean): void {
  response.clearCookie(buildCookieName(secure), buildCookieOptions(secure));
}

/** Whether browsers reach the service over HTTPS. */
export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
