import { isUtf8 } from 'node:buffer';
import { CsvError as StreamCsvError } from 'csv-parse';
import { CsvError, parse } from 'csv-parse/sync';
import { ApiError, type Fault } from '../errors/api-error.js';
import { unguarded } from './csv-text.js';

/** The most rows of a file, its header aside: as many as a list's CSV has. */
const MAX_FILE_ROWS = 10_000;
const MAX_ROW_CHARACTERS = 64 * 1024;

/** A body that is such a file. */
export const CSV_FILE = { types: ['text/csv'], maxBytes: 8 * 1024 * 1024, what: 'The file' };

/** Text as it stands there; a number; `true` or `false` in whatever case. */
export type CellKind = 'text' | 'number' | 'flag' | 'list';

/** The columns a file may have, each named by the path of the field it is: `hours.open`. */
export interface FileShape {
  columns: Readonly<Record<string, CellKind>>;
  /** Those it must have. */
  required: readonly string[];
  /** Columns of an export that say nothing to an import. */
  ignored: readonly string[];
  /** Other names of columns; ignored beside the name itself. */
  aliases?: Readonly<Record<string, string>>;
}

/** One row below the header. */
export interface FileRow {
  /** Its number as a spreadsheet counts: the header is row 1. */
  row: number;
  /** What the cells say, as the fields of a request body; an empty one says nothing. */
  body: Record<string, unknown>;
}

export interface CsvFile {
  /** The fields its columns fill, by the names of an entity: `hours`, `externalRef`. */
  fields: string[];
  rows: FileRow[];
}

/** 400 for all that is wrong with a file at once: the message is the first fault's. @param faults at least one */
export function invalidFile(faults: Fault[]): ApiError {
  const [{ row, message }] = faults as [Fault];
  return new ApiError('invalid_file', {
    message: row === undefined ? message : `Row ${row}: ${message}`,
    errors: faults,
  });
}

/**
 * Reads a CSV file (RFC 4180) in UTF-8: commas, cells in double quotes where they must be, LF, CRLF or CR. Empty rows are
 * skipped, and counted. @throws ApiError invalid_file, payload_too_large
 */
export function readCsv(bytes: Buffer, shape: FileShape): CsvFile {
  const [header, ...records] = recordsOf(bytes);
  if (!header) throw invalidFile([{ row: 1, message: 'The file has no header.' }]);
  const columns = columnsOf(header, shape);
  const filled = records
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const ragged = filled.filter(({ cells }) => cells.length !== header.length);
  if (ragged.length > 0) {
    const says = ({ length }: string[]): string =>
      `The row has ${length} cells, the header ${header.length}.`;
    throw invalidFile(ragged.map(({ row, cells }) => ({ row, message: says(cells) })));
  }
  return {
    fields: [...new Set(columns.filter((column) => column !== null).map(fieldOf))],
    rows: filled.map(({ row, cells }) => ({ row, body: bodyOf(columns, cells, shape) })),
  };
}

/** `externalRef` of `external_ref`, `hours` of `hours.open`. */
function fieldOf(column: string): string {
  return column.replace(/\..*/, '').replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

function recordsOf(bytes: Buffer): string[][] {
  requireUtf8(bytes);
  const records = parsed(bytes);
  if (records.length <= MAX_FILE_ROWS + 1) return records;
  const message = `The file has more than ${MAX_FILE_ROWS.toLocaleString('en-US')} rows.`;
  throw new ApiError('payload_too_large', { message });
}

/** How a CSV file of whatever kind is parsed. */
export const CSV_SYNTAX = {
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  max_record_size: MAX_ROW_CHARACTERS,
};

function parsed(bytes: Buffer): string[][] {
  try {
    return parse(bytes, { ...CSV_SYNTAX, to: MAX_FILE_ROWS + 2 });
  } catch (error) {
    throw csvRefusal(error);
  }
}

/** What a client reads of a fault in the syntax of its file; any other error as it is. */
export function csvRefusal(error: unknown): unknown {
  if (!(error instanceof CsvError || error instanceof StreamCsvError)) return error;
  const message =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `A row has at most ${MAX_ROW_CHARACTERS / 1024} KiB: is a closing quote missing?`
      : 'A cell with a quote, a comma or a line break stands in double quotes, and a quote in it is doubled.';
  return invalidFile([{ row: Number(error.records) + 1, message }]);
}

/** @throws ApiError invalid_file that names the first row that isn't UTF-8 */
export function requireUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw invalidFile([{ row: firstBroken(bytes), message: 'The row is not UTF-8.' }]);
}

const BLOCK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** Block by block of whole lines: the lines of a large file are not held together. */
function firstBroken(bytes: Buffer): number {
  let row = 1;
  for (let from = 0, to: number; from < bytes.length; from = to) {
    const end = bytes.indexOf(NEWLINE, from + BLOCK_BYTES);
    to = end === -1 ? bytes.length : end + 1;
    const block = bytes.subarray(from, to);
    const lines = block.toString('latin1').split('\n');
    if (!isUtf8(block)) return row + lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
    row += lines.length - 1;
  }
  return row;
}

/** The column that each cell of a row is; null for one that says nothing. @throws ApiError invalid_file */
function columnsOf(
  header: string[],
  { columns, required, ignored, aliases = {} }: FileShape,
): (string | null)[] {
  const names = header.map((name) => name.trim());
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const column of names) {
    const says = column === '' ? 'A column has no name.' : `${column} is not a column of this file.`;
    if (seen.has(column)) faults.push({ row: 1, column, message: `${column} stands in the header twice.` });
    else if (!Object.hasOwn({ ...columns, ...aliases }, column) && !ignored.includes(column))
      faults.push({ row: 1, column, message: says });
    seen.add(column);
  }
  const named = names.map((name) => (Object.hasOwn(aliases, name) ? aliases[name]! : name));
  for (const column of required.filter((name) => !named.includes(name)))
    faults.push({ row: 1, column, message: `${column} is missing in the header.` });
  if (faults.length > 0) throw invalidFile(faults);
  return named.map((name, at) =>
    ignored.includes(name) || (name !== names[at] && seen.has(name)) ? null : name,
  );
}

function bodyOf(columns: (string | null)[], cells: string[], shape: FileShape): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  columns.forEach((column, at) => {
    const cell = unguarded(cells[at]!);
    if (column === null || cell === '') return;
    const path = column.split('.');
    const last = path.pop()!;
    const within = path.reduce((object, key) => (object[key] ??= {}) as Record<string, unknown>, body);
    within[last] = valueOf(cell, shape.columns[column]!);
  });
  return body;
}

/** What isn't of its kind stays text, for the rules of the field to refuse. */
function valueOf(cell: string, kind: CellKind): unknown {
  const bare = cell.trim();
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(bare)) return Number(bare);
  if (kind === 'flag' && /^(true|false)$/i.test(bare)) return bare.toLowerCase() === 'true';
  if (kind === 'list') return listOf(bare);
  return cell;
}

/** A list as the CSV of an answer has it, or words parted by commas. */
function listOf(cell: string): unknown {
  if (!cell.startsWith('[')) return cell.split(',').map((word) => word.trim());
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return cell;
  }
}
