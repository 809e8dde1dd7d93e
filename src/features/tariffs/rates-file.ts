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

/** As many as 50 MB of CSV hold. */
export const MAX_RATE_ROWS = 1_000_000;
/** Dollars as a client writes them: 95, 95.5, 95.50. */
const DOLLARS = /^(0|[1-9]\d{0,6})(\.\d{1,2})?$/;

/** One row of a file as it stands there, of whatever format; a spreadsheet's numbers are numbers. */
export interface RateFileLine {
  /** Its number as a spreadsheet counts: the header is row 1. */
  row: number;
  cells: (string | number)[];
}

/** One row of rates that can be stored. */
export interface RateRow {
  origin: string;
  destination: string;
  freightClass: FreightClass;
  minimum: string;
  /** One for each weight break. */
  rates: string[];
}

/**
 * The rows of a file that are fit, in its order. What is wrong with the others goes to `faults`, and reading ends when
 * there are more than an answer names. @throws ApiError invalid_file on a header that can't be, payload_too_large
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
  if (!header) throw invalidFile([{ row: 1, message: 'The file has no header.' }]);
}

/** Where each column stands. */
interface Header {
  names: string[];
  columnIndexes: Map<string, number>;
}

function parseHeader({ row, cells }: RateFileLine): Header {
  const names = cells.map((cell) => String(cell).trim());
  const faults: FieldError[] = [];
  const at = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const column = RATE_COLUMNS.find((known) => known.toLowerCase() === name.toLowerCase());
    if (column === undefined)
      faults.push({
        row,
        column: name,
        message: name === '' ? 'A column has no name.' : `${name} is not a column of this file.`,
      });
    else if (at.has(column)) faults.push({ row, column, message: `${column} stands in the header twice.` });
    else at.set(column, index);
  }
  for (const column of RATE_COLUMNS.filter((name) => !at.has(name)))
    faults.push({ row, column, message: `${column} is missing in the header.` });
  if (faults.length > 0) throw invalidFile(faults);
  return { names, columnIndexes: at };
}

/** The row, or null when something in it is wrong. */
function parseRow(
  { row, cells }: RateFileLine,
  { names, columnIndexes: at }: Header,
  faults: FieldError[],
  lanes: Map<string, number>,
): RateRow | null {
  if (cells.length !== names.length) {
    const column = names[cells.length] ?? names.at(-1)!;
    const message = `The row has ${cells.length} cells, the header ${names.length}.`;
    faults.push({ row, column, message });
    return null;
  }
  const before = faults.length;
  const take = <T>(column: string, read: (cell: string | number) => T | null, rule: string): T => {
    const value = read(cells[at.get(column)!]!);
    if (value === null) faults.push({ row, column, message: `${column} ${rule}.` });
    return value!;
  };
  const read: RateRow = {
    origin: take('origin', parseLanePoint, LANE_POINT_RULE),
    destination: take('destination', parseLanePoint, LANE_POINT_RULE),
    freightClass: take('class', parseFreightClass, `must be an NMFC class: ${FREIGHT_CLASSES.join(', ')}`),
    minimum: take('minimum', parseDollars, 'must be dollars of 0 or more, with at most two decimals'),
    rates: WEIGHT_BREAKS.map(({ column }) =>
      take(column, parseRate, 'must be dollars of more than 0 a hundredweight, with at most two decimals'),
    ),
  };
  if (faults.length > before) return null;
  const lane = `${read.origin} ${read.destination} ${read.freightClass}`;
  const earlier = lanes.get(lane);
  if (earlier === undefined) lanes.set(lane, row);
  else {
    const message = `origin, destination and class stand in row ${earlier} already.`;
    faults.push({ row, column: 'origin', message });
  }
  return earlier === undefined ? read : null;
}

const LANE_POINT_RULE = 'must be the first three digits of a ZIP, a state such as CA, or US';

/** A spreadsheet keeps no zeros before a number: 10 is 010 there. */
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
