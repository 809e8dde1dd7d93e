import { getCsvCell } from '../contract/csv-columns.js';
import { formatCsvRow } from '../contract/csv-text.js';
import { yieldToEventLoop } from '../contract/request-signal.js';

/** Others are served after so many characters: a record may have 200,000. */
const CHARS_PER_TURN = 100_000;

/** The records as lines of a CSV file. */
export async function formatCsvLines(
  records: readonly object[],
  columns: readonly string[],
): Promise<string> {
  let lines = '';
  let atOnce = 0;
  for (const record of records) {
    if (atOnce >= CHARS_PER_TURN) {
      atOnce = 0;
      await yieldToEventLoop();
    }
    const line = formatCsvRow(columns.map((column) => getCsvCell(record, column)));
    atOnce += line.length;
    lines += line;
  }
  return lines;
}
