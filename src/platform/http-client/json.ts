/** A JSON object of an outside system, not validated. */
export type Json = Record<string, unknown>;

export function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function toObjects(value: unknown): Json[] {
  return (Array.isArray(value) ? value : [value])
    .map(toObject)
    .filter((item) => Object.keys(item).length > 0);
}

/** Returns trimmed text; an empty string for anything else. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns the JSON object in a text; an empty object for anything else. */
export function parseJson(text: string): Json {
  return parseJsonBody(text).body;
}

/** Returns the JSON object in a text as `body`, or the JSON array as `rows`. */
export function parseJsonBody(text: string): { body: Json; rows: unknown[] | null } {
  const value = tryParseJson(text);
  return { body: toObject(value), rows: Array.isArray(value) ? value : null };
}

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
