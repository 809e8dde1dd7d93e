/**
 * Measures reading and mapping one file of 1,000 invoices (set 210) with ten lines each. The baseline is the tokenizer
 * alone. `npm run bench edi`.
 */
import { parseInvoice } from '../dist/src/features/edi/parse-invoice.js';
import { InterchangeReader } from '../dist/src/platform/x12/interchange-reader.js';
import { writeInterchange } from '../dist/src/platform/x12/interchange-writer.js';
import { X12Tokenizer } from '../dist/src/platform/x12/x12-tokenizer.js';

const INVOICES = 1_000;
const LINES = 10;
const CHUNK = 65_536;
const ROUNDS = 31;

const file = Buffer.from(
  writeInterchange({
    header: {
      senderQualifier: '02',
      senderId: 'SIM1',
      receiverQualifier: 'ZZ',
      receiverId: 'LADING',
      usage: 'T',
    },
    controlNumber: 1,
    createdAt: new Date('2026-01-15T12:00:00Z'),
    groups: [
      {
        header: { functionalId: 'IM', sender: 'SIM1', receiver: 'LADING', version: '004010' },
        controlNumber: 1,
        sets: Array.from({ length: INVOICES }, (_, index) => buildInvoice(index + 1)),
      },
    ],
  }),
);

const [tokenizing, mapping] = [[], []];
// Alternates, so that other load on the machine affects both.
for (let round = 0; round < ROUNDS; round++) {
  tokenizing.push(measure(tokenize));
  mapping.push(measure(map));
}
const [bare, mapped] = [middle(tokenizing), middle(mapping)];
console.table([
  { figure: 'invoices/s, tokenizer alone', value: Math.round(INVOICES / bare) },
  { figure: 'invoices/s, parsed and mapped', value: Math.round(INVOICES / mapped) },
  { figure: 'mapped ÷ tokenizer', value: Number((bare / mapped).toFixed(2)) },
  { figure: 'file, MB', value: Number((file.length / 1e6).toFixed(2)) },
]);

function* chunks() {
  for (let at = 0; at < file.length; at += CHUNK) yield file.subarray(at, at + CHUNK);
}

function tokenize() {
  const tokenizer = new X12Tokenizer();
  for (const chunk of chunks()) for (const _segment of tokenizer.push(chunk));
  for (const _segment of tokenizer.end());
}

function map() {
  const reader = new InterchangeReader();
  let lines = 0;
  const accept = (item) => {
    if (item.kind === 'fault') throw new Error(item.fault.message);
    if (item.kind === 'set') lines += parseInvoice(item.set).lines.length;
  };
  for (const chunk of chunks()) for (const item of reader.push(chunk)) accept(item);
  for (const item of reader.end()) accept(item);
  if (lines !== INVOICES * LINES) throw new Error(`${lines} lines`);
}

function buildInvoice(number) {
  const lines = Array.from({ length: LINES }, (_, index) => [
    ['LX', index + 1],
    ['L5', index + 1, 'MACHINE PARTS'],
    ['L0', index + 1, null, null, 500, 'G', null, null, 1, 'PLT'],
    ['L1', index + 1, '12.50', 'FR', 30_050, null, null, null, index === 0 ? null : 'FUE'],
  ]).flat();
  return {
    set: '210',
    controlNumber: number,
    segments: [
      [
        'B3',
        null,
        `INV-${number}`,
        `SHIP-${number}`,
        'PP',
        null,
        '20260115',
        300_500,
        null,
        '20260114',
        '035',
        'SIM1',
      ],
      ['N9', 'CN', `PRO-${number}`],
      ['N1', 'SH', 'ACME MANUFACTURING'],
      ['N4', 'LOS ANGELES', 'CA', '90001'],
      ['N1', 'CN', 'LAKESIDE STORES'],
      ['N4', 'CHICAGO', 'IL', '60601'],
      ...lines,
      ['L3', 5_000, 'G', null, null, 300_500],
    ],
  };
}

/** Returns the duration in seconds. */
function measure(work) {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1_000;
}

function middle(times) {
  return times.toSorted((a, b) => a - b)[times.length >> 1];
}
