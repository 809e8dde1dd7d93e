import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { ApiError, type FieldError } from '../errors/api-error.js';
import { yieldToEventLoop } from './request-signal.js';

const MAX_ROW_BYTES = 64 * 1024;
const MAX_CELLS = 256;
/** Bytes parsed before other requests get a turn: a few milliseconds of work. */
const CHUNK_BYTES = 16 * 1024;
const CHUNK_ROWS = 200;

const PARSER_OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
};

const BOM = Buffer.from('\uFEFF');
const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;

export interface CsvRecord {
  row: number;
  cells: string[];
}

/** Builds one error for all faults of a file, with the message of the first. @param faults at least one */
export function invalidFile(faults: FieldError[]): ApiError {
  const [{ row, message }] = faults as [FieldError];
  return new ApiError('invalid_file', {
    message: row === undefined ? message : `Row ${row}: ${message}`,
    errors: faults,
  });
}

export function tooManyRows(maxRows: number): ApiError {
  const message = `The file has more than ${maxRows.toLocaleString('en-US')} rows. Split it.`;
  return new ApiError('payload_too_large', { message });
}

/**
 * Parses a CSV file (RFC 4180) in UTF-8 in small chunks. Accepts LF, CRLF and CR. Skips empty rows but counts them.
 * @throws ApiError invalid_file, payload_too_large
 */
export async function* parseCsvRecords(
  bytes: Buffer,
  maxRows: number,
  signal?: AbortSignal,
): AsyncGenerator<CsvRecord[]> {
  for (const chunk of splitIntoChunks(bytes, maxRows)) {
    await yieldToEventLoop(signal);
    yield parseChunk(chunk);
  }
}

interface RowChunk {
  bytes: Buffer;
  rows: { row: number; bytes: Buffer }[];
}

/**
 * Finds row ends before parsing, because the parser limits neither the cells of a row nor the number of empty rows.
 * Every quote toggles, since quotes within quotes are doubled; the parser reports malformed quotes.
 */
function* splitIntoChunks(bytes: Buffer, maxRows: number): Generator<RowChunk> {
  let from = bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  let start = from;
  let row = 1;
  let rows: RowChunk['rows'] = [];
  let quoted = false;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (at - start >= MAX_ROW_BYTES) throw invalidFile([{ row, message: ROW_TOO_LONG }]);
    if (byte === QUOTE) quoted = !quoted;
    if (quoted || (byte !== LF && byte !== CR)) continue;
    if (at > start) rows.push({ row, bytes: bytes.subarray(start, at) });
    if (byte === CR && bytes[at + 1] === LF) at++;
    start = at + 1;
    if (++row > maxRows + 1 && start < bytes.length) throw tooManyRows(maxRows);
    if (start - from < CHUNK_BYTES && rows.length < CHUNK_ROWS) continue;
    yield { bytes: bytes.subarray(from, start), rows };
    rows = [];
    from = start;
  }
  if (start < bytes.length) rows.push({ row, bytes: bytes.subarray(start) });
  yield { bytes: bytes.subarray(from), rows };
}

const ROW_TOO_LONG = `The row is longer than ${MAX_ROW_BYTES / 1024} KiB. Check for a missing closing quote.`;

function parseChunk({ bytes, rows }: RowChunk): CsvRecord[] {
  if (!isUtf8(bytes)) {
    const broken = rows.find((row) => !isUtf8(row.bytes))!;
    throw invalidFile([{ row: broken.row, message: 'The row is not valid UTF-8.' }]);
  }
  const records = parseRows(bytes, rows).map((cells, index) => ({ row: rows[index]!.row, cells }));
  const wide = records.find(({ cells }) => cells.length > MAX_CELLS);
  if (wide) throw invalidFile([{ row: wide.row, message: `The row has more than ${MAX_CELLS} cells.` }]);
  return records;
}

function parseRows(bytes: Buffer, rows: RowChunk['rows']): string[][] {
  try {
    return parse(bytes, PARSER_OPTIONS);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message =
      'The row has malformed quotes. Enclose cells with quotes, commas or line breaks in double quotes, and double each quote inside.';
    throw invalidFile([{ row: rows[Number(error.records)]!.row, message }]);
  }
}
