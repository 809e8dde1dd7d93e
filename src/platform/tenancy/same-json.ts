import { isDeepStrictEqual } from 'node:util';

/** Equal as the database keeps them, whatever the order of the fields of an object. */
export function sameJson(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(plain(a), plain(b));
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
