import type { Segment } from './x12-segment.js';

/** Returns the segment's id, or the start of its text if it has no valid id. */
export function formatSegmentId({ id }: Segment): string {
  return /^[A-Z0-9]{1,3}$/.test(id) ? id : quote(id.slice(0, 10));
}

/** The longest identifier that is kept. Valid ones have at most 15 characters. */
const MAX_IDENTIFIER = 40;

/**
 * Trims an identifier, cuts it to 40 characters and replaces control characters, which PostgreSQL cannot store. The result
 * is a copy: a substring would keep the whole chunk of the file in memory.
 */
export function clean(text: string): string {
  const identifier = text
    .trim()
    .slice(0, MAX_IDENTIFIER)
    .replace(/\p{Cc}/gu, '?');
  return Buffer.from(identifier).toString();
}

/** Returns the start of a text in quotes, for messages. */
export function quote(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, MAX_IDENTIFIER));
}

export function isControlNumber(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}

/** Compares digits without leading zeros: partners write `1` and `000000001` for the same number. */
export function sameNumber(first: string | undefined, second: string): boolean {
  const text = first?.trim() ?? '';
  return isControlNumber(text) && isControlNumber(second) && Number(text) === Number(second);
}
