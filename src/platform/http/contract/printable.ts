/**
 * What no text holds: control characters, and the bidi embeddings, overrides and isolates that would make a paper read
 * otherwise than what is stored.
 */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const LINE_BREAKS = /[\r\n]/g;

export const UNPRINTABLE_MESSAGE = 'must not contain control characters or bidirectional overrides';

/** Whether a text can be printed as it is; `lines`: line breaks may stand in it. */
export function isPrintable(text: string, { lines = false } = {}): boolean {
  return !UNPRINTABLE.test(lines ? text.replace(LINE_BREAKS, '') : text);
}

/**
 * The rule as far as the regular expressions of every generated client can say it; the guide says the rest.
 * @param word how many characters that aren't white space stand together somewhere
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
