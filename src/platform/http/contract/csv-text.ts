/**
 * Where a spreadsheet would begin a formula, whatever stands guard there already: at a cell's start, and after a semicolon or
 * a line's end, where those of many countries, which part cells by semicolons, begin another.
 */
const FORMULA = `(?=['" ]*[=+\\-@＝＋－＠\\t\\r])`;
const FORMULA_AT_START = new RegExp(`^${FORMULA}`);
/** With the character before: a cell may have 200 KB, and to look back from each of them takes twenty times as long. */
const FORMULA_AFTER_SEPARATOR = new RegExp(`[;\\r\\n]${FORMULA}`, 'g');
const GUARDED_FORMULA = new RegExp(`(?<=^|[;\\r\\n])'${FORMULA}`, 'g');

/** A row of a CSV file (RFC 4180). */
export function formatCsvRow(cells: readonly unknown[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

/** Text as a reader of our files means it: without the guards that `formatCsvRow` puts before what looks like a formula. */
export function stripFormulaGuards(cell: string): string {
  return cell.replace(GUARDED_FORMULA, '');
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const guarded = text.replace(FORMULA_AFTER_SEPARATOR, "$&'").replace(FORMULA_AT_START, "'");
  return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
