/**
 * Where a spreadsheet would begin a formula, whatever stands guard there already: at a cell's start, and after a semicolon or
 * a line's end, where those of many countries, which part cells by semicolons, begin another.
 */
const BEFORE = '(?<=^|[;\\r\\n])';
const FORMULA = `(?=['" ]*[=+\\-@＝＋－＠\\t\\r])`;
const UNGUARDED = new RegExp(BEFORE + FORMULA, 'g');
const GUARDED = new RegExp(`${BEFORE}'${FORMULA}`, 'g');

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
  const guarded = text.replace(UNGUARDED, "'");
  return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
