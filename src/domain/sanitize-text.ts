/** Makes external text safe to store: no control characters, trimmed, at most `max` long. Returns '' for other types. */
export function sanitizeText(text: unknown, max = 255): string {
  if (typeof text !== 'string') return '';
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();
}
