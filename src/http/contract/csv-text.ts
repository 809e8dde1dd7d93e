/** A cell that a spreadsheet would take for a formula, whatever stands guard before it already. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** A row of a CSV file (RFC 4180). */
export function csvRow(cells: readonly unknown[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** Text as a reader of our files means it: without the guard that `csvRow` puts before what looks like a formula. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const guarded = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
