import { parseCsvRecords } from '../../platform/http/contract/csv-records.js';
import { MAX_RATE_ROWS, RATE_COLUMNS, type RateFileLine, type RateRow } from './rates-file.js';

/** The rows of a CSV file, read as they are asked for. @throws ApiError invalid_file, payload_too_large */
export async function* parseCsvLines(bytes: Buffer, leaving: AbortSignal): AsyncGenerator<RateFileLine> {
  for await (const records of parseCsvRecords(bytes, MAX_RATE_ROWS, leaving)) yield* records;
}

export const CSV_HEADER = `${RATE_COLUMNS.join(',')}\n`;

/** A row as the file has it: no cell of it needs quotes. */
export function formatCsvLine({ origin, destination, freightClass, minimum, rates }: RateRow): string {
  return `${origin},${destination},${freightClass},${minimum},${rates.join(',')}\n`;
}

/** Rows in the least of memory, until all of a file is read. */
export function packRows(rows: RateRow[]): Buffer {
  return Buffer.from(rows.map(formatCsvLine).join(''), 'latin1');
}

export function unpackRows(lines: Buffer): RateRow[] {
  return lines
    .toString('latin1')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [origin, destination, freightClass, minimum, ...rates] = line.split(',') as RateCells;
      return { origin, destination, freightClass, minimum, rates };
    });
}

type RateCells = [string, string, RateRow['freightClass'], string, ...string[]];
