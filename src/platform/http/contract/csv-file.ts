import type { FieldError } from '../errors/api-error.js';
import { parseCsvRecords, invalidFile } from './csv-records.js';
import { stripFormulaGuards } from './csv-text.js';

/** The most rows of a file, its header aside: as many as a list's CSV has. */
const MAX_FILE_ROWS = 10_000;

/** A body that is such a file. */
export const CSV_UPLOAD = { types: ['text/csv'], maxBytes: 8 * 1024 * 1024, what: 'The file' };

/** Text as it stands there; a number; `true` or `false` in whatever case. */
export type CellType = 'text' | 'number' | 'flag' | 'list';

/** The columns a file may have, each named by the path of the field it is: `hours.open`. */
export interface FileSchema {
  columns: Readonly<Record<string, CellType>>;
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

/** Reads a CSV file; a fault in its syntax ends it. @throws ApiError invalid_file, payload_too_large */
export async function parseCsvFile(bytes: Buffer, shape: FileSchema, leaving: AbortSignal): Promise<CsvFile> {
  let columns: (string | null)[] | undefined;
  const rows: FileRow[] = [];
  const ragged: FieldError[] = [];
  for await (const records of parseCsvRecords(bytes, MAX_FILE_ROWS, leaving))
    for (const { row, cells } of records) {
      if (!columns) columns = parseHeader(row, cells, shape);
      else if (cells.every((cell) => cell === '')) continue;
      else if (cells.length === columns.length)
        rows.push({ row, body: toRequestBody(columns, cells, shape) });
      else {
        const message = `The row has ${cells.length} cells, the header ${columns.length}.`;
        ragged.push({ row, message });
      }
    }
  if (!columns) throw invalidFile([{ row: 1, message: 'The file has no header.' }]);
  if (ragged.length > 0) throw invalidFile(ragged);
  return {
    fields: [...new Set(columns.filter((column) => column !== null).map(toFieldName))],
    rows,
  };
}

/** `externalRef` of `external_ref`, `hours` of `hours.open`. */
function toFieldName(column: string): string {
  return column.replace(/\..*/, '').replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** The column that each cell of a row is; null for one that says nothing. @throws ApiError invalid_file */
function parseHeader(
  row: number,
  header: string[],
  { columns, required, ignored, aliases = {} }: FileSchema,
): (string | null)[] {
  const names = header.map((name) => name.trim());
  const seen = new Set<string>();
  const faults: FieldError[] = [];
  for (const column of names) {
    const says = column === '' ? 'A column has no name.' : `${column} is not a column of this file.`;
    if (seen.has(column)) faults.push({ row, column, message: `${column} stands in the header twice.` });
    else if (!Object.hasOwn({ ...columns, ...aliases }, column) && !ignored.includes(column))
      faults.push({ row, column, message: says });
    seen.add(column);
  }
  const named = names.map((name) => (Object.hasOwn(aliases, name) ? aliases[name]! : name));
  for (const column of required.filter((name) => !named.includes(name)))
    faults.push({ row, column, message: `${column} is missing in the header.` });
  if (faults.length > 0) throw invalidFile(faults);
  return named.map((name, at) =>
    ignored.includes(name) || (name !== names[at] && seen.has(name)) ? null : name,
  );
}

function toRequestBody(
  columns: (string | null)[],
  cells: string[],
  shape: FileSchema,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  columns.forEach((column, at) => {
    const cell = stripFormulaGuards(cells[at]!);
    if (column === null || cell === '') return;
    const path = column.split('.');
    const last = path.pop()!;
    const within = path.reduce((object, key) => (object[key] ??= {}) as Record<string, unknown>, body);
    within[last] = parseCell(cell, shape.columns[column]!);
  });
  return body;
}

/** What isn't of its kind stays text, for the rules of the field to refuse. */
function parseCell(cell: string, kind: CellType): unknown {
  const bare = cell.trim();
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(bare)) return Number(bare);
  if (kind === 'flag' && /^(true|false)$/i.test(bare)) return bare.toLowerCase() === 'true';
  if (kind === 'list') return parseListCell(bare);
  return cell;
}

/** A list as the CSV of an answer has it, or words parted by commas. */
function parseListCell(cell: string): unknown {
  if (!cell.startsWith('[')) return cell.split(',').map((word) => word.trim());
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return cell;
  }
}
