import type { FieldError } from '../../platform/http/errors/api-error.js';
import { invalidFile, tooManyRows, parseCsvRecords } from '../../platform/http/contract/csv-records.js';
import { MAX_FIELD_ERRORS } from '../../platform/http/errors/error-spec.js';
import { FREIGHT_CLASSES, type FreightClass } from '../../domain/freight-classes.js';
import { isLanePoint } from '../carriers/rating/lanes.js';
import { WEIGHT_BREAKS } from '../carriers/rating/linehaul.js';

export const RATE_COLUMNS = [
  'origin',
  'destination',
  'class',
  'minimum',
  ...WEIGHT_BREAKS.map(({ column }) => column),
] as const;

/** About the number of rows in 50 MB of CSV. */
export const MAX_RATE_ROWS = 1_000_000;
const DOLLARS = /^(0|[1-9]\d{0,6})(\.\d{1,2})?$/;

/** One row of a CSV file or a spreadsheet. */
export interface RateFileLine {
  /** Row number; the header is row 1. */
  row: number;
  cells: (string | number)[];
}

export interface RateRow {
  origin: string;
  destination: string;
  freightClass: FreightClass;
  minimum: string;
  /** Dollars per hundredweight, one for each weight break. */
  rates: string[];
}

/**
 * Yields the valid rows in file order and adds the errors of the others to `faults`. Stops when `faults` has as many errors as
 * a response lists.
 * @throws ApiError invalid_file for an invalid header, payload_too_large
 */
export async function* parseRateRows(
  lines: AsyncIterable<RateFileLine>,
  faults: FieldError[],
): AsyncGenerator<RateRow> {
  let header: Header | undefined;
  let count = 0;
  const lanes = new Map<string, number>();
  for await (const line of lines) {
    if (!header) {
      header = parseHeader(line);
      continue;
    }
    if (++count > MAX_RATE_ROWS) throw tooManyRows(MAX_RATE_ROWS);
    if (line.cells.every((cell) => cell === '')) continue;
    const row = parseRow(line, header, faults, lanes);
    if (row) yield row;
    if (faults.length >= MAX_FIELD_ERRORS) return;
  }
  if (!header)
    throw invalidFile([{ row: 1, message: 'The file has no header. Start it with a row of column names.' }]);
}

interface Header {
  names: string[];
  columnIndexes: Map<string, number>;
}

function parseHeader({ row, cells }: RateFileLine): Header {
  const names = cells.map((cell) => String(cell).trim());
  const faults: FieldError[] = [];
  const columnIndexes = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const column = RATE_COLUMNS.find((known) => known.toLowerCase() === name.toLowerCase());
    if (column === undefined)
      faults.push({
        row,
        column: name,
        message: name === '' ? 'A column has no name.' : `${name} is not a column of this file.`,
      });
    else if (columnIndexes.has(column))
      faults.push({ row, column, message: `${column} occurs twice in the header.` });
    else columnIndexes.set(column, index);
  }
  for (const column of RATE_COLUMNS.filter((name) => !columnIndexes.has(name)))
    faults.push({ row, column, message: `${column} is missing in the header.` });
  if (faults.length > 0) throw invalidFile(faults);
  return { names, columnIndexes };
}

/** Returns null and adds to `faults` if the row is invalid. */
function parseRow(
  { row, cells }: RateFileLine,
  { names, columnIndexes }: Header,
  faults: FieldError[],
  lanes: Map<string, number>,
): RateRow | null {
  if (cells.length !== names.length) {
    const column = names[cells.length] ?? names.at(-1)!;
    const message = `The row has ${cells.length} cells, but the header has ${names.length}.`;
    faults.push({ row, column, message });
    return null;
  }
  const before = faults.length;
  const take = <T>(column: string, read: (cell: string | number) => T | null, rule: string): T => {
    const value = read(cells[columnIndexes.get(column)!]!);
    if (value === null) faults.push({ row, column, message: `${column} ${rule}.` });
    return value!;
  };
  const read: RateRow = {
    origin: take('origin', parseLanePoint, LANE_POINT_RULE),
    destination: take('destination', parseLanePoint, LANE_POINT_RULE),
    freightClass: take('class', parseFreightClass, `must be an NMFC class: ${FREIGHT_CLASSES.join(', ')}`),
    minimum: take('minimum', parseDollars, 'must be an amount of at least 0 with at most two decimals'),
    rates: WEIGHT_BREAKS.map(({ column }) =>
      take(column, parseRate, 'must be an amount per hundredweight above 0 with at most two decimals'),
    ),
  };
  if (faults.length > before) return null;
  const lane = `${read.origin} ${read.destination} ${read.freightClass}`;
  const earlier = lanes.get(lane);
  if (earlier === undefined) lanes.set(lane, row);
  else {
    const message = `Row ${earlier} has the same origin, destination and class. Remove one of them.`;
    faults.push({ row, column: 'origin', message });
  }
  return earlier === undefined ? read : null;
}

const LANE_POINT_RULE = 'must be the first three digits of a ZIP, a state such as CA, or US';

/** Restores leading zeros, which spreadsheets drop: 10 is ZIP3 010. */
function parseLanePoint(cell: string | number): string | null {
  const text = typeof cell === 'number' ? String(cell).padStart(3, '0') : cell.trim().toUpperCase();
  return isLanePoint(text) ? text : null;
}

function parseFreightClass(cell: string | number): FreightClass | null {
  const text = String(cell).trim();
  return FREIGHT_CLASSES.find((known) => known === text) ?? null;
}

function parseDollars(cell: string | number): string | null {
  const text = String(cell).trim();
  return DOLLARS.test(text) ? text : null;
}

function parseRate(cell: string | number): string | null {
  const text = parseDollars(cell);
  return text !== null && Number(text) > 0 ? text : null;
}

/** @throws ApiError invalid_file, payload_too_large */
export async function* parseCsvLines(bytes: Buffer, signal: AbortSignal): AsyncGenerator<RateFileLine> {
  for await (const records of parseCsvRecords(bytes, MAX_RATE_ROWS, signal)) yield* records;
}

export const CSV_HEADER = `${RATE_COLUMNS.join(',')}\n`;

export function formatCsvLine({ origin, destination, freightClass, minimum, rates }: RateRow): string {
  return `${origin},${destination},${freightClass},${minimum},${rates.join(',')}\n`;
}

/** Packs rows into little memory until the whole file is read. */
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
