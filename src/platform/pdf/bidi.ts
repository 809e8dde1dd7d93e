const RTL_LETTERS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const TEXTS = />[^<]+</g;
/** A number in groups, e.g. a phone number, but not after a letter or in a character reference. */
const NUMBER = /(?<![\w#+(-])[+(]*\d[\d ().+/-]*/g;
const LEFT_TO_RIGHT_MARK = '\u200e';

/** Keeps the order of digit groups: UAX #9 (rules W2, W4) shows `555-222-6666` after an Arabic letter as `6666-222-555`. */
export function markNumbersLeftToRight(html: string): string {
  if (!RTL_LETTERS.test(html)) return html;
  return html.replace(TEXTS, (text) =>
    RTL_LETTERS.test(text) ? text.replace(NUMBER, `${LEFT_TO_RIGHT_MARK}$&`) : text,
  );
}
