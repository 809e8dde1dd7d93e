type NonNull<T> = { [K in keyof T]: Exclude<T[K], null> };

/** A copy without the keys that are null or undefined: in a request, null clears. */
export function omitNulls<T extends object>(object: T): NonNull<T> {
  const entries = Object.entries(object).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as NonNull<T>;
}

/** What is stored with a patch laid over it, key by key: null clears a key, undefined leaves it. */
export function mergePatch<T extends object, P extends object>(stored: T | null, patch: P): NonNull<T & P> {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return omitNulls({ ...stored, ...Object.fromEntries(given) } as T & P);
}
