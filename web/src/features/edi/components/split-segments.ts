/** The ISA segment has a fixed length. Its last character ends every segment of the file. */
const TERMINATOR_OFFSET = 105;

/** Returns the text of an X12 file with one segment per line. Returns text without an ISA segment unchanged. */
export function splitSegments(text: string): string {
  const terminator = text[TERMINATOR_OFFSET];
  if (!text.startsWith('ISA') || !terminator || /[\r\n]/.test(terminator)) return text;
  return text
    .split(terminator)
    .map((segment) => segment.trim())
    .filter(Boolean)
    .map((segment) => segment + terminator)
    .join('\n');
}
