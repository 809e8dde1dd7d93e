/** Makes external text safe to store: no control characters, trimmed, at most `max` long. Returns '' for other types. */
export function sanitizeText(text: unknown, max = 255): string {
  if (typeof text !== 'string') return '';
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();
}

/** `https://a.example/x`, `www.a.example` and `a.example/x`. */
const URL_PATTERN = /(?:\b[a-z][a-z0-9+.-]*:\/\/|\bwww\.)\S*|\b(?:[\p{L}\p{N}-]+\.)+[\p{L}-]{2,}\/\S*/giu;
/** A dot between two words of at least two characters, as in `a1.example`. `St. Louis` and `J.B. Hunt` have none. */
const DOMAIN_DOT = /(?<=[\p{L}\p{N}-]{2,})\.(?=[\p{L}-]{2,})/gu;

/**
 * Prepares a name for the subject of a mail: one line without URLs. Spaces replace the dots of host names, so that a mail client
 * makes no link of it. Returns '' if nothing is left.
 */
export function omitUrls(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(URL_PATTERN, ' ')
    .replace(DOMAIN_DOT, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
