const LEGAL_SUFFIX = / (incorporated|inc|llc|llp|lp|corporation|corp|company|co|limited|ltd)$/;

/** Reduces a company's name to what its spellings share: lower case, no punctuation, no legal suffix such as `LLC`. */
export function normalizeCompany(name: string): string {
  let words = name
    .toLowerCase()
    .replace(/[.'’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  while (LEGAL_SUFFIX.test(words)) words = words.replace(LEGAL_SUFFIX, '');
  return words;
}

/** Returns true if both texts name the same company. An empty name equals no other. */
export function isSameCompany(one: string, other: string): boolean {
  const name = normalizeCompany(one);
  return name !== '' && name === normalizeCompany(other);
}
