/** What a browser says to the service about signing in; all else goes through the SDK. */
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
  });
  const answer = (await response.json().catch(() => ({}))) as T & ErrorResponse;
  if (response.ok) return answer;
  const { message = `HTTP ${response.status}`, code, request_id } = answer.error ?? {};
  throw new SignInError(message, code, request_id);
}

export const sessionApi = {
  getSession: () => sendRequest<MemberSession>('GET', 'session'),
  getSignInMethods: () => sendRequest<SignInMethods>('GET', 'session/ways'),
  mailLink: (email: string) => sendRequest<{ message: string }>('POST', 'session/link', { email }),
  signIn: (token: string) => sendRequest<MemberSession>('POST', 'session', { token }),
  signOut: () => sendRequest<object>('DELETE', 'session'),
  signOutEverywhere: () => sendRequest<object>('DELETE', 'sessions'),
};
