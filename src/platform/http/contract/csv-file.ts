import type { FieldError } from '../errors/api-error.js';
import { parseCsvRecords, invalidFile } from './csv-records.js';
import { stripFormulaGuards } from './csv-text.js';

/** The same limit as for CSV lists; excludes the header. */
const MAX_FILE_ROWS = 10_000;

export const CSV_UPLOAD = {
  types: ['text/csv'],
  maxBytes: 8 * 1024 * 1024,
  what: 'The file',
  isExclusive: true,
};

export type CellType = 'text' | 'number' | 'flag' | 'list';

export interface FileSchema {
  columns: Readonly<Record<string, CellType>>;
  required: readonly string[];
  /** Columns of an export that an import ignores. */
  ignored: readonly string[];
  /** Other names of columns, ignored if the column itself is there. */
  aliases?: Readonly<Record<string, string>>;
}

export interface FileRow {
  /** As spreadsheets count: the header is row 1. */
  row: number;
  /** The cells as fields of a request body; empty cells are left out. */
  body: Record<string, unknown>;
}

export interface CsvFile {
  /** The fields that the columns fill, in camel case: `hours`, `externalRef`. */
  fields: string[];
  rows: FileRow[];
}

export async function parseCsvFile(bytes: Buffer, schema: FileSchema, signal: AbortSignal): Promise<CsvFile> {
  let columns: (string | null)[] | undefined;
  const rows: FileRow[] = [];
  const ragged: FieldError[] = [];
  for await (const records of parseCsvRecords(bytes, MAX_FILE_ROWS, signal))
    for (const { row, cells } of records) {
      if (!columns) columns = parseHeader(row, cells, schema);
      else if (cells.every((cell) => cell === '')) continue;
      else if (cells.length === columns.length)
        rows.push({ row, body: toRequestBody(columns, cells, schema) });
      else {
        const message = `The row has ${cells.length} cells, but the header has ${columns.length}.`;
        ragged.push({ row, message });
      }
    }
  if (!columns)
    throw invalidFile([{ row: 1, message: 'The file has no header. Start it with a row of column names.' }]);
  if (ragged.length > 0) throw invalidFile(ragged);
  return {
    fields: [...new Set(columns.filter((column) => column !== null).map(toFieldName))],
    rows,
  };
}

function toFieldName(column: string): string {
  return column.replace(/\..*/, '').replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Returns the column of each cell, null for ignored ones. @throws ApiError invalid_file */
function parseHeader(
  row: number,
  header: string[],
  { columns, required, ignored, aliases = {} }: FileSchema,
): (string | null)[] {
  const names = header.map((name) => name.trim());
  const seen = new Set<string>();
  const faults: FieldError[] = [];
  for (const column of names) {
    const problem = column === '' ? 'A column has no name.' : `${column} is not a known column. Remove it.`;
    if (seen.has(column)) faults.push({ row, column, message: `The header contains ${column} twice.` });
    else if (!Object.hasOwn({ ...columns, ...aliases }, column) && !ignored.includes(column))
      faults.push({ row, column, message: problem });
    seen.add(column);
  }
  const resolved = names.map((name) => (Object.hasOwn(aliases, name) ? aliases[name]! : name));
  for (const column of required.filter((name) => !resolved.includes(name)))
    faults.push({ row, column, message: `The header lacks the column ${column}.` });
  if (faults.length > 0) throw invalidFile(faults);
  return resolved.map((name, index) =>
    ignored.includes(name) || (name !== names[index] && seen.has(name)) ? null : name,
  );
}

function toRequestBody(
  columns: (string | null)[],
  cells: string[],
  schema: FileSchema,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  columns.forEach((column, index) => {
    const cell = stripFormulaGuards(cells[index]!);
    if (column === null || cell === '') return;
    const path = column.split('.');
    const last = path.pop()!;
    const parent = path.reduce((object, key) => (object[key] ??= {}) as Record<string, unknown>, body);
    parent[last] = parseCell(cell, schema.columns[column]!);
  });
  return body;
}

/** Leaves a cell of the wrong type as text, for the field's rules to reject. */
function parseCell(cell: string, type: CellType): unknown {
  const text = cell.trim();
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'flag' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (type === 'list') return parseListCell(text);
  return cell;
}

function parseListCell(cell: string): unknown {
  if (!cell.startsWith('[')) return cell.split(',').map((word) => word.trim());
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return cell;
  }
}
