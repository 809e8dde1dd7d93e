/**
 * Matches where a spreadsheet would start a formula, behind existing guards too. Cells start at the beginning, and
 * after a semicolon or line end, because spreadsheets of many countries separate cells by semicolons.
 */
const FORMULA = `(?=['" ]*[=+\\-@＝＋－＠\\t\\r])`;
const FORMULA_AT_START = new RegExp(`^${FORMULA}`);
// Matches the preceding character: a lookbehind takes twenty times as long on a cell of 200 KB.
const FORMULA_AFTER_SEPARATOR = new RegExp(`[;\\r\\n]${FORMULA}`, 'g');
const GUARDED_FORMULA = new RegExp(`(?<=^|[;\\r\\n])'${FORMULA}`, 'g');

/** Formats one CSV row (RFC 4180) and puts an apostrophe before text that a spreadsheet would take for a formula. */
export function formatCsvRow(cells: readonly unknown[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

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
