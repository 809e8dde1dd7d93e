import { isDeepStrictEqual } from 'node:util';

/** Equal as the database keeps them, whatever the order of the fields of an object. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(toPlainJson(a), toPlainJson(b));
}

function toPlainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
