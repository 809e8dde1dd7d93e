/** What a stranger's JSON object holds: nothing is known of it. */
export type Json = Record<string, unknown>;

/** The value where it is an object; else an empty one. */
export function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** The objects of an array; a lone object counts as an array of one. */
export function toObjects(value: unknown): Json[] {
  return (Array.isArray(value) ? value : [value])
    .map(toObject)
    .filter((item) => Object.keys(item).length > 0);
}

/** Text that isn't blank, or else an empty string. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** The JSON object in a text; an empty one for anything else. */
export function parseJson(text: string): Json {
  return parseJsonBody(text).body;
}

/** The same, and the list where that is what the text holds. */
export function parseJsonBody(text: string): { body: Json; rows: unknown[] | null } {
  const value = tryParseJson(text);
  return { body: toObject(value), rows: Array.isArray(value) ? value : null };
}

/** Whether a text is JSON at all: not cut off, not empty, no page of HTML. */
export function isJson(text: string): boolean {
  return tryParseJson(text) !== undefined;
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
