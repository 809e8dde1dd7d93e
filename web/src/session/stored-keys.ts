export type Mode = 'test' | 'live';
export type Keys = Partial<Record<Mode, string>>;

const STORED_KEYS = 'lading-keys';
const STORED_MODE = 'lading-mode';

/** Returns the keys of this tab. `sessionStorage` drops them when the tab closes. */
export function readStoredKeys(): Keys {
  return JSON.parse(sessionStorage.getItem(STORED_KEYS) ?? '{}') as Keys;
}

export function storeKeys(keys: Keys): void {
  if (Object.keys(keys).length === 0) sessionStorage.removeItem(STORED_KEYS);
  else sessionStorage.setItem(STORED_KEYS, JSON.stringify(keys));
}

/** Returns the mode in a key's prefix, or undefined if the text is not a key. */
export function parseMode(key: string): Mode | undefined {
  return /^fk_(test|live)_/.exec(key)?.[1] as Mode | undefined;
}

export function readStoredMode(): Mode | null {
  return sessionStorage.getItem(STORED_MODE) as Mode | null;
}

export function storeMode(mode: Mode): void {
  sessionStorage.setItem(STORED_MODE, mode);
}
