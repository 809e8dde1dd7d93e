/** Mail providers that ignore dots in the part before the `@`. */
const DOT_IGNORING_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns an email address with its ASCII letters in lower case. Other characters stay: `toLowerCase()` turns U+212A, the
 * Kelvin sign, into `k`, so another person's address would match.
 */
export function foldEmail(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Returns the mailbox that an address delivers to: without the `+tag`, and without dots where the provider ignores them.
 * Limits and unsubscribes apply to mailboxes, because one reader has any number of addresses.
 */
export function normalizeMailbox(email: string): string {
  const folded = foldEmail(email);
  const at = folded.lastIndexOf('@');
  const domain = folded.slice(at + 1);
  const local = folded.slice(0, at).replace(/(?!^)\+.*$/, '');
  if (!DOT_IGNORING_DOMAINS.has(domain)) return `${local}@${domain}`;
  return `${local.replaceAll('.', '')}@gmail.com`;
}
