/**
 * Returns the text in the form that an element can hold: in ASCII, on one line and at most `max` characters. Null if nothing is left.
 * The interchange writer replaces delimiters with spaces.
 */
export function toElement(text: string | null | undefined, max: number): string | null {
  return toAscii(text).slice(0, max).trim() || null;
}

/** Breaks a text into lines of at most `width` characters, between words where possible. */
export function wrap(text: string | null | undefined, width: number): string[] {
  const lines: string[] = [];
  let rest = toAscii(text);
  while (rest.length > width) {
    const blank = rest.lastIndexOf(' ', width);
    const end = blank > 0 ? blank : width;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? lines : [...lines, rest];
}

/** Accents are dropped and other characters become `?`, so that the length does not change later. */
function toAscii(text: string | null | undefined): string {
  const plain = (text ?? '').normalize('NFKD').replace(/\p{M}/gu, '');
  return plain
    .replace(/[\s\p{Cc}*>~^]+/gu, ' ')
    .replace(/[^\x20-\x7e]/gu, '?')
    .trim();
}
