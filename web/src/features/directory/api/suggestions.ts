/** Pause in typing before suggestions are read. */
export const SUGGESTION_DELAY_MS = 250;
const MAX_SUGGESTIONS = 8;
/** The API rejects shorter searches. */
const MIN_SEARCH_LENGTH = 3;

/** Returns the list query for suggestions below a text field: the newest records until the text is long enough. */
export function toSuggestionQuery(text: string): { limit: number; q?: string } {
  return { limit: MAX_SUGGESTIONS, ...(text.length >= MIN_SEARCH_LENGTH && { q: text }) };
}
