/** Text from outside, fit to be stored and shown: without control characters, trimmed, at most `max` long. */
export function sanitizeText(text: unknown, max = 255): string {
  if (typeof text !== 'string') return '';
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();
}
