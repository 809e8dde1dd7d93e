import { Lading } from '@lading/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
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

export interface Session {
  lading: Lading;
  mode: Mode;
  /** Those that can be worked in as things are. */
  modes: Mode[];
  /** Signed in as a person; undefined with a key. */
  member?: MemberSession;
  /** Whether whoever is here may do this; a key is simply tried. */
  hasScope(scope: string): boolean;
  switchTo(mode: Mode): void;
  addKey(key: string): void;
  signOut(everywhere?: boolean): Promise<void>;
}

interface Auth {
  session: Session | null;
  isResolved: boolean;
  signInWithKey(key: string): void;
  signInWithToken(token: string): Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);

export function useAuth(): Auth {
  return use(AuthContext)!;
}

/** Below the shell there always is one. */
export function useSession(): Session {
  return useAuth().session!;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [keys, setKeys] = useState<Keys>(readStoredKeys);
  const [member, setMember] = useState<MemberSession | null>();
  const [wanted, setWanted] = useState<Mode | null>(readStoredMode);

  useEffect(() => {
    sessionApi.getSession().then(setMember, () => setMember(null));
  }, []);

  const leave = useCallback(() => {
    storeKeys({});
    setKeys({});
    setMember(null);
    queries.clear();
  }, [queries]);

  const takeKey = useCallback((key: string) => {
    const mode = parseMode(key);
    if (!mode) return;
    setKeys((before) => {
      const after = { ...before, [mode]: key };
      storeKeys(after);
      return after;
    });
    storeMode(mode);
    setWanted(mode);
  }, []);

  const modes = useMemo<Mode[]>(
    () => member?.modes ?? (['test', 'live'] as const).filter((mode) => keys[mode]),
    [member, keys],
  );
  const mode = wanted && modes.includes(wanted) ? wanted : modes[0];

  const session = useMemo<Session | null>(() => {
    if (!mode || (!member && !keys[mode])) return null;
    return {
      lading: createClient(mode, member ? undefined : keys[mode], leave),
      mode,
      modes,
      member: member ?? undefined,
      hasScope: (scope) => member?.scopes.includes(scope) ?? true,
      switchTo(next) {
        storeMode(next);
        setWanted(next);
      },
      addKey: takeKey,
      async signOut(everywhere = false) {
        if (member) await (everywhere ? sessionApi.signOutEverywhere() : sessionApi.signOut());
        leave();
      },
    };
  }, [mode, modes, member, keys, leave, takeKey]);

  const entrance = useMemo<Auth>(
    () => ({
      session,
      isResolved: member !== undefined,
      signInWithKey: takeKey,
      async signInWithToken(token) {
        setMember(await sessionApi.signIn(token));
      },
    }),
    [session, member, takeKey],
  );
  return <AuthContext value={entrance}>{children}</AuthContext>;
}

/** A client of the public API: with a key, or with the browser's cookie and the mode in a header. */
function createClient(mode: Mode, apiKey: string | undefined, leave: () => void): Lading {
  return new Lading({
    baseUrl: location.origin,
    apiKey,
    headers: apiKey ? undefined : { 'Lading-Mode': mode },
    async fetch(input, init) {
      const response = await fetch(input, init);
      if (response.status === 401) leave();
      return response;
    },
  });
}
