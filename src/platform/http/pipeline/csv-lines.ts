import { getCsvCell } from '../contract/csv-columns.js';
import { formatCsvRow } from '../contract/csv-text.js';
import { yieldToEventLoop } from '../contract/request-signal.js';

/** Characters formatted before other requests get a turn: one record may have 200,000. */
const CHARS_PER_TURN = 100_000;

/** Formats records as CSV lines, without a header. */
export async function formatCsvLines(
  records: readonly object[],
  columns: readonly string[],
): Promise<string> {
  let lines = '';
  let charsInTurn = 0;
  for (const record of records) {
    if (charsInTurn >= CHARS_PER_TURN) {
      charsInTurn = 0;
      await yieldToEventLoop();
    }
    const line = formatCsvRow(columns.map((column) => getCsvCell(record, column)));
    charsInTurn += line.length;
    lines += line;
  }
  return lines;
}
