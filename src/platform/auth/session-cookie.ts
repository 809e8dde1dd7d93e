import type { CookieOptions, Request, Response } from 'express';

/** Over HTTPS, browsers accept `__Host-` cookies only from this host over HTTPS. */
const buildCookieName = (secure: boolean): string => (secure ? '__Host-lading_session' : 'lading_session');

/** Scripts cannot read it. Other sites cannot send it, except with a top-level navigation. */
const buildCookieOptions = (secure: boolean): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure,
});

export function readSessionCookie(request: Request, secure: boolean): string | undefined {
  return findCookie(request, buildCookieName(secure));
}

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

/** Returns true if browsers reach the service over HTTPS. */
export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
