import { csvCell } from '../contract/csv-columns.js';
import { csvRow } from '../contract/csv-text.js';
import { othersFirst } from '../contract/leaving.js';

/** Others are served after so many characters: a record may have 200,000. */
const CHARS_AT_ONCE = 100_000;

/** The records as lines of a CSV file. */
export async function recordsAsCsv(records: readonly object[], columns: readonly string[]): Promise<string> {
  let lines = '';
  let atOnce = 0;
  for (const record of records) {
    if (atOnce >= CHARS_AT_ONCE) {
      atOnce = 0;
      await othersFirst();
    }
    const line = csvRow(columns.map((column) => csvCell(record, column)));
    atOnce += line.length;
    lines += line;
  }
  return lines;
}
