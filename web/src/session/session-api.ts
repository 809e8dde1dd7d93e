import { queryOptions } from '@tanstack/react-query';

/** A member who is signed in with the browser's session cookie. */
export interface MemberSession {
  member: { id: number; email: string; name: string | null; role: string };
  organization: { id: number; name: string };
  role: string;
  scopes: string[];
  modes: ('test' | 'live')[];
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
  signIn: (token: string) => sendRequest<MemberSession>('POST', 'session', { token }),
  signOut: () => sendRequest<object>('DELETE', 'session'),
  signOutEverywhere: () => sendRequest<object>('DELETE', 'sessions'),
};

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: sessionApi.getSignInMethods,
  staleTime: Infinity,
});
