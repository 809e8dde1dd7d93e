import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { ApiError, type FieldError } from '../errors/api-error.js';
import { yieldToEventLoop } from './request-signal.js';

/** Of the bytes of a row as they were sent: commas, quotes and all. */
const MAX_ROW_BYTES = 64 * 1024;
/** More columns than any file has. */
const MAX_CELLS = 256;
/** Others are served after so much of a file: a few milliseconds' work, whatever stands there. */
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

/** One row as it stands there. */
export interface CsvRecord {
  /** Its number as a spreadsheet counts: the header is row 1. */
  row: number;
  cells: string[];
}

/** 400 for all that is wrong with a file at once: the message is the first fault's. @param faults at least one */
export function invalidFile(faults: FieldError[]): ApiError {
  const [{ row, message }] = faults as [FieldError];
  return new ApiError('invalid_file', {
    message: row === undefined ? message : `Row ${row}: ${message}`,
    errors: faults,
  });
}

export function tooManyRows(most: number): ApiError {
  const message = `The file has more than ${most.toLocaleString('en-US')} rows.`;
  return new ApiError('payload_too_large', { message });
}

/**
 * The rows of a CSV file (RFC 4180) in UTF-8, a few at a time: commas, cells in double quotes where they must be, LF, CRLF
 * or CR. Empty rows are skipped, and counted. @throws ApiError invalid_file, payload_too_large
 */
export async function* parseCsvRecords(
  bytes: Buffer,
  maxRows: number,
  leaving?: AbortSignal,
): AsyncGenerator<CsvRecord[]> {
  for (const part of splitIntoChunks(bytes, maxRows)) {
    await yieldToEventLoop(leaving);
    yield parseChunk(part);
  }
}

/** Whole rows of a file, and where the filled ones stand in it. */
interface RowChunk {
  bytes: Buffer;
  rows: { row: number; bytes: Buffer }[];
}

/**
 * Looks for the ends of rows alone: the parser has no limit for a row's commas, and none for empty rows. A quote within
 * quotes is doubled, so that each quote begins or ends a text; one that does neither is a fault that the parser names.
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

const ROW_TOO_LONG = `A row has at most ${MAX_ROW_BYTES / 1024} KiB: is a closing quote missing?`;

function parseChunk({ bytes, rows }: RowChunk): CsvRecord[] {
  if (!isUtf8(bytes)) {
    const broken = rows.find((row) => !isUtf8(row.bytes))!;
    throw invalidFile([{ row: broken.row, message: 'The row is not UTF-8.' }]);
  }
  const records = parseRows(bytes, rows).map((cells, index) => ({ row: rows[index]!.row, cells }));
  const wide = records.find(({ cells }) => cells.length > MAX_CELLS);
  if (wide) throw invalidFile([{ row: wide.row, message: `A row has at most ${MAX_CELLS} cells.` }]);
  return records;
}

function parseRows(bytes: Buffer, rows: RowChunk['rows']): string[][] {
  try {
    return parse(bytes, PARSER_OPTIONS);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message =
      'A cell with a quote, a comma or a line break stands in double quotes, and a quote in it is doubled.';
    throw invalidFile([{ row: rows[Number(error.records)]!.row, message }]);
  }
}
