import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { CSV_SYNTAX, csvRefusal, requireUtf8 } from '../http/contract/csv-file.js';
import { RATE_COLUMNS, type FileLine, type RateRow } from './rates-file.js';

const CHUNK_BYTES = 64 * 1024;

/** The rows of a CSV file, read as they are asked for. @throws ApiError invalid_file */
export async function* csvLines(bytes: Buffer): AsyncGenerator<FileLine> {
  requireUtf8(bytes);
  const parser = Readable.from(chunksOf(bytes)).pipe(parse(CSV_SYNTAX));
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield { row: ++row, cells };
  } catch (error) {
    throw csvRefusal(error);
  } finally {
    parser.destroy();
  }
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
}

export const CSV_HEADER = `${RATE_COLUMNS.join(',')}\n`;

/** A row as the file has it: no cell of it needs quotes. */
export function csvLine({ origin, destination, freightClass, minimum, rates }: RateRow): string {
  return `${origin},${destination},${freightClass},${minimum},${rates.join(',')}\n`;
}
