/**
 * Control characters, and the bidirectional embeddings, overrides and isolates that would make a document read
 * differently from the stored text.
 */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const LINE_BREAKS = /[\r\n]/g;

export const UNPRINTABLE_MESSAGE = 'must not contain control characters or bidirectional overrides';

/** Returns true if documents can print the text. @param options `lines` allows line breaks */
export function isPrintable(text: string, { lines = false } = {}): boolean {
  return !UNPRINTABLE.test(lines ? text.replace(LINE_BREAKS, '') : text);
}

/**
 * Returns the rule as a JSON Schema pattern, in the syntax that all generated clients support.
 * @param options `word` is the minimum length of one word
 */
export function buildPrintablePattern({
  lines,
  blank,
  word = 1,
}: {
  lines: boolean;
  blank: boolean;
  word?: number;
}): string {
  const control = lines ? '\\x00-\\x09\\x0b\\x0c\\x0e-\\x1f\\x7f' : '\\x00-\\x1f\\x7f';
  const least = word > 1 ? `{${word}}` : '';
  return blank ? `^[^${control}]*$` : `^[^${control}]*[^\\s${control}]${least}[^${control}]*$`;
}
