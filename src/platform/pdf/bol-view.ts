import type { BolDocument, BolLine } from './bol-document.js';

/** Room on the first page. The rest is on supplement pages, to which the form refers. */
const FIRST_PAGE = { rows: 11, orders: 5, instructionLines: 8 };
/** Minimum rows of the table, so that a short form keeps its layout. */
const MIN_ROWS = 9;
/** Height in rows of each further line of text, and of the emergency contact. */
const EXTRA_LINE_ROWS = 0.75;
const EMERGENCY_ROWS = 2;
/** Characters per line of each column. */
const COLUMN_CHARS = { description: 42, instructions: 85 };
/** Characters of about double width. */
const WIDE_CHARS = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60\u{1f000}-\u{3ffff}]/gu;

export interface BolView extends BolDocument {
  hazmat: boolean;
  /** True if the part is on a supplement page. */
  instructionsBehind: boolean;
  ordersBehind: boolean;
  linesBehind: boolean;
  supplement: boolean;
  /** Empty rows that fill up the table. */
  blankRows: null[];
}

/** Estimates the layout. If an estimate is wrong, the signatures move to the next page and nothing overlaps. */
export function buildBolView(bol: BolDocument): BolView {
  const instructions = estimateLines(bol.specialInstructions, COLUMN_CHARS.instructions);
  const instructionsBehind = instructions > FIRST_PAGE.instructionLines;
  const ordersBehind = bol.orders.length > FIRST_PAGE.orders;
  const hazmat = bol.lines.some((line) => line.hazmat);
  const taken =
    (hazmat ? EMERGENCY_ROWS : 0) +
    Number(bol.state !== 'final' || bol.test) +
    Math.max(0, (instructionsBehind ? 1 : instructions) - 5) +
    (ordersBehind ? 1 : Math.max(0, bol.orders.length - 1));
  const room = FIRST_PAGE.rows - taken;
  const rows = bol.lines.reduce((sum, line) => sum + estimateRows(line), 0);
  const linesBehind = rows > room;
  return {
    ...bol,
    hazmat,
    instructionsBehind,
    ordersBehind,
    linesBehind,
    supplement: instructionsBehind || ordersBehind || linesBehind,
    blankRows: Array<null>(Math.max(0, Math.floor(MIN_ROWS - taken - rows))).fill(null),
  };
}

function estimateRows({ description, hazmatDescription }: BolLine): number {
  const texts = [hazmatDescription, description].filter(Boolean);
  const lines = texts.reduce((sum, text) => sum + estimateLines(text, COLUMN_CHARS.description), 0);
  return 1 + Math.max(0, lines - 1) * EXTRA_LINE_ROWS;
}

function estimateLines(text: string, width: number): number {
  const places = (line: string) => line.length + (line.match(WIDE_CHARS)?.length ?? 0);
  return text.split(/\r\n?|\n/).reduce((sum, line) => sum + Math.max(1, Math.ceil(places(line) / width)), 0);
}
