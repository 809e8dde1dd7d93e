import { queryOptions } from '@tanstack/react-query';

/** A member who is signed in with the browser's session cookie. */
export interface MemberSession {
  member: { id: number; email: string; name: string | null; role: string };
  organization: { id: number; name: string };
  role: string;
  scopes: string[];
  modes: ('test' | 'live')[];
}

/** The purpose of the token of a link. `invitation` is null for the sign-in link of a member. */
export interface TokenPreview {
  organization: string;
  email: string;
  invitation: { role: string; mode: 'test' | 'live' } | null;
}

/** A membership to choose after sign-in by OpenID Connect. */
export interface Membership {
  id: number;
  email: string;
  role: string;
  organization: string;
}

export interface SignInMethods {
  mail: boolean;
  mail_server: boolean;
  oidc: boolean;
}

export class SignInError extends Error {
  constructor(
    message: string,
    readonly code?: string,
    readonly requestId?: string,
  ) {
    super(message);
  }
}

interface ErrorResponse {
  error?: { message: string; code: string; request_id?: string };
}

async function sendRequest<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`/app/${path}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new SignInError("Can't reach the server. Check your connection and try again.");
  });
  const answer = (await response.json().catch(() => ({}))) as T & ErrorResponse;
  if (response.ok) return answer;
  const { message = `HTTP ${response.status}`, code, request_id } = answer.error ?? {};
  throw new SignInError(message, code, request_id);
}

/** The session endpoints below `/app`, which the public API and its SDK do not include. */
export const sessionApi = {
  getSession: () => sendRequest<MemberSession>('GET', 'session'),
  getSignInMethods: () => sendRequest<SignInMethods>('GET', 'session/ways'),
  mailLink: (email: string) => sendRequest<{ message: string }>('POST', 'session/link', { email }),
  previewToken: (token: string) => sendRequest<TokenPreview>('POST', 'session/preview', { token }),
  /** Returns the URL of the identity provider, which proves the address of the invitation. */
  startAcceptance: (token: string) => sendRequest<{ url: string }>('POST', 'session/oidc', { token }),
  listMemberships: () => sendRequest<{ data: Membership[] }>('GET', 'session/memberships'),
  chooseMembership: (member_id: number) =>
    sendRequest<MemberSession>('POST', 'session/memberships', { member_id }),
  signIn: (token: string) => sendRequest<MemberSession>('POST', 'session', { token }),
  signOut: () => sendRequest<object>('DELETE', 'session'),
  signOutEverywhere: () => sendRequest<object>('DELETE', 'sessions'),
};

/** Never requested again: a used token is unknown. */
export const tokenPreviewQuery = (token: string) =>
  queryOptions({
    queryKey: ['token-preview', token],
    queryFn: () => sessionApi.previewToken(token),
    staleTime: Infinity,
    retry: false,
  });

export const membershipsQuery = queryOptions({
  queryKey: ['memberships'],
  queryFn: sessionApi.listMemberships,
  retry: false,
});

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: sessionApi.getSignInMethods,
  staleTime: Infinity,
});
