import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { BolDocument, BolLine, DocumentParty } from '../../src/platform/pdf/bol-document.js';
import { ACCESSORIALS } from '../../src/domain/accessorials.js';
import {
  scanBarcodes,
  findTextsOutsideMargins,
  findOverlaps,
  parsePdfPages,
  joinTexts,
  type PrintedPage,
} from '../support/printed-pdf.js';
import { buildBol, openPdfRenderer } from '../support/document-samples.js';

/** `BOL_CASES=500 npm test -- bol-random-inputs` prints 500 documents. Another `BOL_SEED` prints other ones. */
const CASES = Number(process.env.BOL_CASES ?? 12);
const SEED = Number(process.env.BOL_SEED ?? 172_202);
const NUMBERS = ['06141411234567890', '04000000000000008', '00000000000000000'];

/** Generates text in the scripts with embedded fonts, as the API accepts it. */
const word = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[A-Za-z0-9.,&'()/#-]{1,14}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Z]{20,80}$/) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '深圳市',
      '東京',
      '서울',
      'Łódź',
      'Ünïcödé',
      'Дмитрий',
      '🚚',
      '⚠',
      '½',
      '→',
      '<b>',
      '{{x}}',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('شركة', 'محمد', 'שלום', 'רמת') },
);
const text = (max: number, most = 40) =>
  fc
    .array(word, { minLength: 0, maxLength: most })
    .map((words) => words.join(' ').slice(0, max).toWellFormed().trim());

const party: fc.Arbitrary<DocumentParty> = fc.record({
  company: text(255),
  contact: text(255, 10),
  address: text(255),
  city: text(255, 8),
  state: fc.constantFrom('', 'IL'),
  zip: fc.constantFrom('', '60601-1234'),
  phone: text(40, 4),
  email: fc.constantFrom(
    '',
    'a@example.com',
    `${'e'.repeat(64)}@${'d'.repeat(60)}.${'f'.repeat(60)}.example`,
  ),
});

const line: fc.Arbitrary<BolLine> = fc.record({
  handlingUnits: fc.integer({ min: 1, max: 999 }),
  handlingUnitType: fc.constantFrom(
    'Pallet',
    'Intermediate bulk container',
    'On hanger or rack in boxes',
    'W'.repeat(40),
  ),
  pieces: fc.option(fc.integer({ min: 1, max: 99_999 })),
  packageType: fc.constantFrom('', 'Carton', 'On hanger or rack in boxes'),
  weight: fc.constantFrom(0.1, 1250.55, 100_000),
  hazmat: fc.boolean(),
  hazmatDescription: fc.oneof(
    fc.constant(''),
    fc
      .tuple(text(255), text(255))
      .map(([name, technical]) => `RQ, UN1993, ${name} (${technical}), 3, PG II · 9 Drum, 1 lb`),
  ),
  description: text(255),
  nmfc: fc.constantFrom('', '47500-02', '1234567890-12345'),
  freightClass: fc.constantFrom('50', '77.5', '500'),
  length: fc.constantFrom(0.1, 48, 1200),
  width: fc.constantFrom(40, 1199.99),
  height: fc.constantFrom(52, 1200),
});

const document: fc.Arbitrary<BolDocument> = fc
  .record({
    state: fc.constantFrom('draft' as const, 'final' as const, 'void' as const),
    test: fc.boolean(),
    bolNumber: fc.constantFrom(...NUMBERS),
    proNumber: fc.option(fc.stringMatching(/^[A-Z0-9]{7,25}$/)),
    carrier: fc.record({ name: text(255, 12), scac: fc.constantFrom('EXFL', 'WWWW') }),
    serviceLevel: text(255, 8),
    quoteNumber: fc.stringMatching(/^[A-Z0-9-]{1,50}$/),
    terms: fc.constantFrom('prepaid' as const, 'collect' as const, 'third_party' as const),
    shipFrom: party,
    shipTo: party,
    billTo: fc.option(fc.tuple(party, text(50, 4)).map(([payer, account]) => ({ ...payer, account }))),
    emergency: fc.option(fc.record({ name: text(255, 10), phone: text(40, 4), contract: text(255, 6) })),
    specialInstructions: fc
      .array(text(200, 12), { maxLength: 30 })
      .map((lines) => lines.join('\n').slice(0, 1_000).toWellFormed()),
    references: fc.array(fc.record({ name: text(255, 8), value: text(255, 8) }), { maxLength: 3 }),
    orders: fc.array(
      fc.record({
        number: text(255, 6),
        packages: fc.option(fc.integer({ min: 1, max: 999_999 })),
        weight: fc.option(fc.constantFrom(0.1, 100_000)),
        palletized: fc.option(fc.boolean()),
        note: text(255, 12),
      }),
      { maxLength: 100, size: 'small' },
    ),
    lines: fc.oneof(
      { weight: 4, arbitrary: fc.array(line, { minLength: 1, maxLength: 6 }) },
      { weight: 1, arbitrary: fc.array(line, { minLength: 7, maxLength: 60 }) },
    ),
    accessorials: fc.subarray(Object.values(ACCESSORIALS)),
    declaredValueCents: fc.option(fc.constantFrom(1, 1_000_000_000_000)),
  })
  .map((values) => buildBol(values));

/** Lists all texts of a bill of lading that come from a client. */
function listTexts(paper: BolDocument): string[] {
  const parties = [paper.shipFrom, paper.shipTo, ...(paper.billTo ? [paper.billTo] : [])];
  const hazmat = paper.lines.some((each) => each.hazmat);
  return [
    ...parties.flatMap((each) => Object.values(each)),
    ...paper.references.flatMap(({ name, value }) => [name, value]),
    ...paper.orders.flatMap(({ number, note }) => [number, note]),
    ...paper.lines.flatMap((each) => [
      each.description,
      each.hazmatDescription,
      each.nmfc,
      each.handlingUnitType,
    ]),
    ...paper.specialInstructions.split('\n'),
    ...paper.accessorials.map(({ label }) => label),
    ...(paper.emergency && hazmat ? Object.values(paper.emergency) : []),
    paper.carrier.name,
    paper.serviceLevel,
    paper.quoteNumber,
    paper.bolNumber,
    paper.proNumber ?? '',
  ];
}

const CLOSING: Record<string, string> = { '(': ')', '<': '>', '{': '}', '[': ']' };
const FROM_THE_RIGHT = /[\u0590-\u06ff]/;

/**
 * Returns the values of a bill that its pages lack. Lines may break anywhere, so texts are compared without spaces.
 * Texts with right-to-left words are printed in visual order, so only their character counts are compared.
 */
function findMissingTexts(pages: PrintedPage[], paper: BolDocument): string[] {
  const all = pages.map(joinPageBody).join('').replace(/\s/g, '');
  const texts = listTexts(paper);
  const [there, wanted] = [countCharacters(all), countCharacters(texts.join(''))];
  return [
    ...texts
      .filter((each) => !FROM_THE_RIGHT.test(each))
      .flatMap((each) => each.split(/\s+/))
      .filter((each) => !all.includes(each)),
    ...[...wanted].filter(([char, count]) => (there.get(char) ?? 0) < count).map(([char]) => char),
  ];
}

/**
 * Counts each character. Right-to-left text mirrors brackets, and a PDF stores Arabic letters as strokes and dots that
 * cannot be read back one by one.
 */
function countCharacters(all: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const char of all
    .normalize('NFKC')
    .replace(/[\s\u0600-\u06ff]/g, '')
    .replace(/[(<{[]/g, (open) => CLOSING[open]!))
    counts.set(char, (counts.get(char) ?? 0) + 1);
  return counts;
}

/** Returns the text of a page without its header and footer. */
function joinPageBody(page: PrintedPage): string {
  const texts = page.texts.filter(({ bottom }) => bottom > 25 && bottom < page.height - 40);
  return joinTexts({ ...page, texts: page.height > 0 && isFirst(page) ? page.texts : texts });
}

function isFirst({ texts }: PrintedPage): boolean {
  return texts.some(({ text: each }) => each === 'BILL OF LADING');
}

describe('a bill of lading with random valid input', () => {
  let press: Awaited<ReturnType<typeof openPdfRenderer>>;
  beforeAll(async () => void (press = await openPdfRenderer()), 60_000);
  afterAll(() => press.close());

  it(
    `is complete, without overlaps and with scannable barcodes (${CASES} cases)`,
    async () => {
      let pages = 0;
      await fc.assert(
        fc.asyncProperty(document, async (paper) => {
          const pdf = await press.renderer.render('bol', paper);
          const printed = await parsePdfPages(pdf);
          pages += printed.length;
          expect(printed.flatMap(findOverlaps)).toEqual([]);
          expect(printed.flatMap((page) => findTextsOutsideMargins(page))).toEqual([]);
          expect(findMissingTexts(printed, paper)).toEqual([]);
          for (const page of printed) expect(joinTexts(page)).toContain(paper.bolNumber);
          expect(printed.map((page) => /Page (\d+) of/.exec(joinTexts(page))?.[1])).toEqual(
            printed.map((_, index) => String(index + 1)),
          );
          const codes = await scanBarcodes(pdf);
          expect(codes.some((code) => code.replace('(402)', '') === paper.bolNumber)).toBe(true);
          if (paper.proNumber) expect(codes).toContain(paper.proNumber);
        }),
        { numRuns: CASES, seed: SEED, endOnFailure: true },
      );
      expect(pages).toBeGreaterThan(CASES);
    },
    CASES * 5_000 + 60_000,
  );
});
