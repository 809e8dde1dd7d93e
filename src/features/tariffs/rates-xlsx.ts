import { posix } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { invalidFile } from '../../platform/http/contract/csv-records.js';
import { yieldToEventLoop } from '../../platform/http/contract/request-signal.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { RateFileLine } from './rates-file.js';

/** Limits of unpacked parts: more than a million rows and their shared texts. */
const MAX_SHEET_BYTES = 512 * 1024 * 1024;
const MAX_SHARED_STRINGS_BYTES = 64 * 1024 * 1024;
const MAX_INDEX_BYTES = 1024 * 1024;
const MAX_PARTS = 1_000;
/** A sheet of numbers unpacks to ten times its size; a much higher ratio is a ZIP bomb. */
const MAX_COMPRESSION_RATIO = 100;
const MAX_DEPTH = 32;
/** Cells beyond this column are dropped. */
const MAX_COLUMNS = 100;
/** More than the tags of a million rows with all cells. */
const MAX_TAGS = 40_000_000;
const MAX_ATTRIBUTES = 64;
/** Yields to the event loop after parsing this much. */
const CHUNK_CHARACTERS = 4 * 1024;
const MAX_CELL_CHARACTERS = 32_767;

const ZIP_SIGNATURE = Buffer.from('PK\u0003\u0004');

/** Returns true for a ZIP file, the format of workbooks. */
export function isXlsx(bytes: Buffer): boolean {
  return bytes.subarray(0, ZIP_SIGNATURE.length).equals(ZIP_SIGNATURE);
}

/**
 * Yields the rows of a workbook's first sheet, unpacking on demand. Checks the declared size of each part before reading and
 * rejects parts that exceed it.
 * @throws ApiError invalid_file, payload_too_large
 */
export async function* parseXlsxLines(bytes: Buffer, signal: AbortSignal): AsyncGenerator<RateFileLine> {
  try {
    const workbook = await openWorkbook(bytes, signal);
    const sheet = await findFirstSheetPath(workbook);
    const texts = await readSharedStrings(workbook);
    yield* readSheetLines(workbook, sheet, texts);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw buildUnreadableError();
  }
}

interface Workbook {
  zip: ZipFile;
  parts: Map<string, Entry>;
  signal: AbortSignal;
}

function buildUnreadableError(): ApiError {
  return invalidFile([{ row: 1, message: 'The file is not a readable workbook (XLSX).' }]);
}

async function openWorkbook(bytes: Buffer, signal: AbortSignal): Promise<Workbook> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
  if (zip.entryCount > MAX_PARTS) throw buildUnreadableError();
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry);
  return { zip, parts, signal };
}

/** Reads the sheet's id from the workbook and its path from the relationships. */
async function findFirstSheetPath(workbook: Workbook): Promise<string> {
  let id: string | undefined;
  await readPart(workbook, 'xl/workbook.xml', MAX_INDEX_BYTES, {
    open: ({ name, attributes }) => {
      if (name === 'sheet') id ??= attributes['r:id'];
    },
  });
  let target: string | undefined;
  await readPart(workbook, 'xl/_rels/workbook.xml.rels', MAX_INDEX_BYTES, {
    open: ({ name, attributes }) => {
      if (name === 'Relationship' && attributes.Id === id) target = attributes.Target;
    },
  });
  if (target === undefined) throw buildUnreadableError();
  return target.startsWith('/') ? target.slice(1) : posix.join('xl', target);
}

/** Returns the texts that cells refer to by index. */
async function readSharedStrings(workbook: Workbook): Promise<string[]> {
  const path = 'xl/sharedStrings.xml';
  const texts: string[] = [];
  if (!workbook.parts.has(path)) return texts;
  let text = '';
  let within = false;
  await readPart(workbook, path, MAX_SHARED_STRINGS_BYTES, {
    open: ({ name }) => {
      if (name === 'si') text = '';
      within = name === 't';
    },
    text: (part) => {
      if (within) text = appendText(text, part);
    },
    close: (name) => {
      within = false;
      if (name === 'si') texts.push(text);
    },
  });
  return texts;
}

async function* readSheetLines(
  workbook: Workbook,
  path: string,
  texts: string[],
): AsyncGenerator<RateFileLine> {
  const lines: RateFileLine[] = [];
  let line: RateFileLine = { row: 0, cells: [] };
  let column = 0;
  let type = 'n';
  let value = '';
  let within = false;
  const cell = (): string | number => {
    if (type === 's') return texts[Number(value)] ?? '';
    const number = type === 'n' && value !== '' ? Number(value) : Number.NaN;
    return Number.isFinite(number) ? number : value;
  };
  const chunks = parsePart(workbook, path, MAX_SHEET_BYTES, {
    open: ({ name, attributes }) => {
      if (name === 'row') line = { row: parseRowNumber(attributes.r) ?? line.row + 1, cells: [] };
      else if (name === 'c') {
        column = attributes.r === undefined ? line.cells.length : parseColumnIndex(attributes.r);
        type = attributes.t ?? 'n';
        value = '';
      }
      within = name === 'v' || name === 't';
    },
    text: (part) => {
      if (within) value = appendText(value, part);
    },
    close: (name) => {
      within = false;
      if (name === 'c' && column < MAX_COLUMNS) {
        while (line.cells.length < column) line.cells.push('');
        line.cells[column] = cell();
      } else if (name === 'row') lines.push(line);
    },
  });
  let width = 0;
  for await (const _chunk of chunks) {
    for (const read of lines.splice(0)) {
      trimTrailingCells(read.cells);
      width ||= read.cells.length;
      // Spreadsheets omit empty cells at the end of a row. An empty row stays empty.
      while (read.cells.length > 0 && read.cells.length < width) read.cells.push('');
      yield read;
    }
  }
}

function trimTrailingCells(cells: unknown[]): void {
  while (cells.at(-1) === '') cells.pop();
}

function parseRowNumber(reference = ''): number | undefined {
  return /^[1-9]\d{0,6}$/.test(reference) ? Number(reference) : undefined;
}

/** Returns 0 for column A and 27 for `AB7`. */
function parseColumnIndex(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** @throws ApiError invalid_file if the text exceeds Excel's limit */
function appendText(text: string, part: string): string {
  if (text.length + part.length > MAX_CELL_CHARACTERS) throw buildUnreadableError();
  return text + part;
}

interface XmlListener {
  open?: (tag: { name: string; attributes: Record<string, string | undefined> }) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

async function readPart(
  workbook: Workbook,
  path: string,
  maxBytes: number,
  listener: XmlListener,
): Promise<void> {
  for await (const _chunk of parsePart(workbook, path, maxBytes, listener));
}

/** Parses a part of the workbook; yields after each chunk. */
async function* parsePart(
  { zip, parts, signal }: Workbook,
  path: string,
  maxBytes: number,
  { open, text, close }: XmlListener,
): AsyncGenerator<void> {
  const entry = parts.get(path);
  if (!entry) throw buildUnreadableError();
  if (entry.uncompressedSize > maxBytes) {
    const message = `A part of the workbook unpacks to more than ${maxBytes / 1024 / 1024} MiB. Split the file.`;
    throw new ApiError('payload_too_large', { message });
  }
  if (entry.uncompressedSize > Math.max(MAX_INDEX_BYTES, entry.compressedSize * MAX_COMPRESSION_RATIO))
    throw buildUnreadableError();
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  let depth = 0;
  let tags = 0;
  let attributes = 0;
  parser.onattribute = () => {
    if (++attributes > MAX_ATTRIBUTES) throw buildUnreadableError();
  };
  parser.onopentag = (tag) => {
    if (++depth > MAX_DEPTH || ++tags > MAX_TAGS) throw buildUnreadableError();
    attributes = 0;
    open?.(tag as Parameters<NonNullable<typeof open>>[0]);
  };
  parser.onclosetag = (name) => {
    depth--;
    close?.(name);
  };
  if (text) parser.ontext = parser.oncdata = text;
  const decoder = new StringDecoder('utf8');
  const stream = await zip.openReadStreamPromise(entry);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const text = decoder.write(chunk);
      for (let from = 0; from < text.length; from += CHUNK_CHARACTERS) {
        await yieldToEventLoop(signal);
        parser.write(text.slice(from, from + CHUNK_CHARACTERS));
        yield;
      }
    }
  } finally {
    stream.destroy();
  }
  parser.close();
}
