/** Letters that are written from the right. */
const RTL_LETTERS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** The texts between the tags of a page. */
const TEXTS = />[^<]+</g;
/** A number in groups, e.g. of a phone; what follows a letter or an `&#` is none. */
const NUMBER = /(?<![\w#+(-])[+(]*\d[\d ().+/-]*/g;
const LEFT_TO_RIGHT_MARK = '\u200e';

/**
 * Keeps the groups of a number in their order in a text from the right: Unicode's algorithm (UAX #9, rules W2 and W4) shows
 * `555-222-6666` behind an Arabic letter as `6666-222-555`.
 */
export function markNumbersLeftToRight(html: string): string {
  if (!RTL_LETTERS.test(html)) return html;
  return html.replace(TEXTS, (text) =>
    RTL_LETTERS.test(text) ? text.replace(NUMBER, `${LEFT_TO_RIGHT_MARK}$&`) : text,
  );
}
