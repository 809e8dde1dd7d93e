import { Lading } from '@lading/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { ApiContext } from './api-query';
import { sessionApi, type MemberSession } from './session-api';
import {
  parseMode,
  readStoredKeys,
  readStoredMode,
  storeKeys,
  storeMode,
  type Keys,
  type Mode,
} from './stored-keys';

export interface Session extends ApiContext {
  /** The modes that the member or the stored keys give access to. */
  modes: Mode[];
  /** Undefined when signed in with an API key. */
  member?: MemberSession;
  /** Returns true for an API key: the service checks its scopes on each request. */
  hasScope(scope: string): boolean;
  switchTo(mode: Mode): void;
  addKey(key: string): void;
  signOut(everywhere?: boolean): Promise<void>;
}

interface Auth {
  session: Session | null;
  /** False until the service has checked the session cookie. */
  isResolved: boolean;
  signInWithKey(key: string): void;
  signInWithToken(token: string): Promise<void>;
  signInToMembership(memberId: number): Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);

export function useAuth(): Auth {
  return use(AuthContext)!;
}

/** Returns the session. Call it only below `AppLayout`, which redirects to the sign-in page without one. */
export function useSession(): Session {
  return useAuth().session!;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [keys, setKeys] = useState<Keys>(readStoredKeys);
  const [member, setMember] = useState<MemberSession | null>();
  const [selectedMode, setSelectedMode] = useState<Mode | null>(readStoredMode);

  useEffect(() => {
    sessionApi.getSession().then(setMember, () => setMember(null));
  }, []);

  const clearSession = useCallback(() => {
    storeKeys({});
    setKeys({});
    setMember(null);
    queryClient.clear();
  }, [queryClient]);

  const addKey = useCallback((key: string) => {
    const mode = parseMode(key);
    if (!mode) return;
    setKeys((before) => {
      const after = { ...before, [mode]: key };
      storeKeys(after);
      return after;
    });
    storeMode(mode);
    setSelectedMode(mode);
  }, []);

  const modes = useMemo<Mode[]>(
    () => member?.modes ?? (['test', 'live'] as const).filter((mode) => keys[mode]),
    [member, keys],
  );
  const mode = selectedMode && modes.includes(selectedMode) ? selectedMode : modes[0];

  const session = useMemo<Session | null>(() => {
    if (!mode || (!member && !keys[mode])) return null;
    return {
      lading: createClient(mode, member ? undefined : keys[mode], clearSession),
      mode,
      modes,
      member: member ?? undefined,
      hasScope: (scope) => member?.scopes.includes(scope) ?? true,
      switchTo(next) {
        storeMode(next);
        setSelectedMode(next);
      },
      addKey,
      async signOut(everywhere = false) {
        if (member) await (everywhere ? sessionApi.signOutEverywhere() : sessionApi.signOut());
        clearSession();
      },
    };
  }, [mode, modes, member, keys, clearSession, addKey]);

  const auth = useMemo<Auth>(
    () => ({
      session,
      isResolved: member !== undefined,
      signInWithKey: addKey,
      async signInWithToken(token) {
        setMember(await sessionApi.signIn(token));
      },
      async signInToMembership(memberId) {
        setMember(await sessionApi.chooseMembership(memberId));
      },
    }),
    [session, member, addKey],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** Authenticates with the key, or without one with the browser's cookie and the mode in a header. */
function createClient(mode: Mode, apiKey: string | undefined, onUnauthorized: () => void): Lading {
  return new Lading({
    baseUrl: location.origin,
    apiKey,
    headers: apiKey ? undefined : { 'Lading-Mode': mode },
    async fetch(input, init) {
      const response = await fetch(input, init);
      if (response.status === 401) onUnauthorized();
      return response;
    },
  });
}
