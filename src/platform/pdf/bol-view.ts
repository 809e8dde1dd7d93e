import type { BolDocument, BolLine } from './bol-document.js';

/** What the first page has room for; the rest stands on supplement pages, and the form says so. */
const FIRST_PAGE = { rows: 11, orders: 5, instructionLines: 8 };
/** Rows that the table has at least: the form keeps its look with a single line, and room for long addresses. */
const MIN_ROWS = 9;
/** Of a row, each further line of its text; and what is said of the emergency contact. */
const EXTRA_LINE_ROWS = 0.75;
const EMERGENCY_ROWS = 2;
/** Characters in a line of each column, at its usual size. */
const COLUMN_CHARS = { description: 42, instructions: 85 };
/** Letters that take about two places. */
const WIDE_CHARS = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60\u{1f000}-\u{3ffff}]/gu;

/** A bill of lading with where its parts stand: what the template prints. */
export interface BolView extends BolDocument {
  /** Whether any line is hazardous material. */
  hazmat: boolean;
  instructionsBehind: boolean;
  ordersBehind: boolean;
  linesBehind: boolean;
  /** Whether any of the three stands behind the form. */
  supplement: boolean;
  /** The empty rest of the commodity table: the form keeps its look with a single line. */
  blankRows: null[];
}

/** Decides by estimate; where that is wrong, the signatures move to the next page, and nothing overlaps. */
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
