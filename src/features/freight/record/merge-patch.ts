type NonNull<T> = { [K in keyof T]: Exclude<T[K], null> };

/** Removes keys that are null or undefined: in a request, null clears a field. */
export function omitNulls<T extends object>(object: T): NonNull<T> {
  const entries = Object.entries(object).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as NonNull<T>;
}

/** Merges a patch into a stored object: null removes a key, undefined keeps it. */
export function mergePatch<T extends object, P extends object>(stored: T | null, patch: P): NonNull<T & P> {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return omitNulls({ ...stored, ...Object.fromEntries(given) } as T & P);
}
