/**
 * Where a spreadsheet would begin a formula, whatever stands guard there already: at a cell's start, and after a semicolon or
 * a line's end, where those of many countries, which part cells by semicolons, begin another.
 */
const FORMULA = `(?=['" ]*[=+\\-@＝＋－＠\\t\\r])`;
const FIRST = new RegExp(`^${FORMULA}`);
/** With the character before: a cell may have 200 KB, and to look back from each of them takes twenty times as long. */
const FURTHER = new RegExp(`[;\\r\\n]${FORMULA}`, 'g');
const GUARDED = new RegExp(`(?<=^|[;\\r\\n])'${FORMULA}`, 'g');

/** A row of a CSV file (RFC 4180). */
export function csvRow(cells: readonly unknown[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** Text as a reader of our files means it: without the guards that `csvRow` puts before what looks like a formula. */
export function unguarded(cell: string): string {
  return cell.replace(GUARDED, '');
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const guarded = text.replace(FURTHER, "$&'").replace(FIRST, "'");
  return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
