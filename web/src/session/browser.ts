/** What a browser says to the service about signing in; all else goes through the SDK. */
export interface MemberSession {
  member: { id: number; email: string; name: string | null; role: string };
  organization: { id: number; name: string };
  role: string;
  scopes: string[];
  modes: ('test' | 'live')[];
}

export interface SignInWays {
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

interface Refusal {
  error?: { message: string; code: string; request_id?: string };
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`/app/${path}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = (await response.json().catch(() => ({}))) as T & Refusal;
  if (response.ok) return answer;
  const { message = `HTTP ${response.status}`, code, request_id } = answer.error ?? {};
  throw new SignInError(message, code, request_id);
}

export const browser = {
  session: () => ask<MemberSession>('GET', 'session'),
  ways: () => ask<SignInWays>('GET', 'session/ways'),
  mailLink: (email: string) => ask<{ message: string }>('POST', 'session/link', { email }),
  signIn: (token: string) => ask<MemberSession>('POST', 'session', { token }),
  signOut: () => ask<object>('DELETE', 'session'),
  signOutEverywhere: () => ask<object>('DELETE', 'sessions'),
};
