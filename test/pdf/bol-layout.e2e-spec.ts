import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  scanBarcodes,
  findOverlaps,
  parsePdfPages,
  joinTexts,
  type PrintedPage,
} from '../support/printed-pdf.js';
import { buildBol, buildBolLine, openPdfRenderer, buildParty } from '../support/document-samples.js';

describe('the layout of a bill of lading', () => {
  let press: Awaited<ReturnType<typeof openPdfRenderer>>;
  beforeAll(async () => void (press = await openPdfRenderer()), 60_000);
  afterAll(() => press.close());

  const print = (values: Parameters<typeof buildBol>[0] = {}) =>
    press.renderer.render('bol', buildBol(values));
  const pagesOf = async (values: Parameters<typeof buildBol>[0] = {}) => parsePdfPages(await print(values));

  it('repeats number, state and carrier at the top of every page', async () => {
    const lines = Array.from({ length: 60 }, (_, index) =>
      buildBolLine({ description: `Commodity ${index}` }),
    );
    const pages = await pagesOf({ lines, state: 'draft' });
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages.slice(1)) {
      const [left, right] = listHeaderTexts(page);
      expect(left).toBe('BILL OF LADING 06141411234567890 · DRAFT, not valid for pickup');
      expect(right).toBe('EXFL · PRO 123456789');
    }
    expect(pages.map((page) => joinTexts(page).match(/Page \d+ of \d+/)?.[0])).toEqual(
      pages.map((_, index) => `Page ${index + 1} of ${pages.length}`),
    );
  });

  it.each([9, 10, 11, 12, 13, 25, 26, 27, 38, 39, 40])(
    'has no overlaps with %i lines and prints the totals once after them',
    async (count) => {
      const lines = Array(count).fill(
        buildBolLine({ description: 'Ceramic floor tile, glazed, in boxes of twelve' }),
      );
      const pages = await pagesOf({ lines });
      expect(pages.flatMap(findOverlaps)).toEqual([]);
      expect(joinTexts(pages.at(-1)!)).toMatch(/GRAND TOTAL · handling units|Carrier signature/);
    },
  );

  it('keeps the digit order of phone numbers and ZIPs next to Arabic or Hebrew', async () => {
    const shipTo = buildParty({
      company: 'شركة النقل الحديثة',
      contact: 'محمد علي',
      phone: '555-222-6666',
      city: 'רמת גן',
      state: 'IL',
      zip: '60601-1234',
    });
    const [page] = await pagesOf({ shipTo });
    expect(joinTexts(page!)).toContain('· 555-222-6666');
    expect(joinTexts(page!)).toContain(', IL 60601-1234');
    const phone = page!.texts.find(({ text }) => text.includes('555-222-6666'))!;
    const dot = page!.texts.find(({ text, bottom }) => text.includes('·') && bottom === phone.bottom)!;
    expect(phone.left).toBeGreaterThanOrEqual(dot.left);
  });

  it.each(['اتصل على 555-222-6666 قبل الوصول', 'מספר 555-222-6666 לפני', 'المبنى +1 (555) 222-6666 رقم'])(
    'keeps the digit order within a text: %s',
    async (specialInstructions) => {
      const [page] = await pagesOf({ specialInstructions });
      const end = page!.texts.find(({ text }) => text.includes('6666'))!;
      const line = page!.texts.filter(({ bottom }) => Math.abs(bottom - end.bottom) < 2 && bottom > 0);
      const digits = line.filter(({ text }) => /\d/.test(text)).toSorted((a, b) => a.left - b.left);
      expect(digits.map(({ text }) => text).join('')).toMatch(/555\D{1,2}222-6666/);
    },
  );

  it('fits at most a few hazardous lines on the form, depending on their descriptions', async () => {
    const lines = [
      buildBolLine({ description: 'Paper towels' }),
      buildBolLine({
        hazmat: true,
        hazmatDescription:
          'RQ, UN1993, Flammable liquids, n.o.s. (Acetone, Methanol), 3, PG II, Marine Pollutant · 4 Drum, 850 lb',
        description: 'Industrial solvent',
      }),
      buildBolLine({
        hazmat: true,
        hazmatDescription: 'UN3480, Lithium ion batteries, 9, Limited Quantity · 20 Box, 300 lb',
        description: 'Battery packs',
      }),
    ];
    const orders = ['PO-1', 'PO-2'].map((number) => ({
      number,
      packages: 24,
      weight: 500,
      palletized: true,
      note: 'Dept. 12',
    }));
    const emergency = { name: 'CHEMTREC', phone: '800-424-9300', contract: 'CCN 12345' };
    const pages = await pagesOf({ lines, orders, emergency, test: true });
    expect(pages).toHaveLength(1);
    expect(joinTexts(pages[0]!)).toContain('Battery packs');
    expect(findOverlaps(pages[0]!)).toEqual([]);
  });

  it('keeps line breaks of instructions and moves long ones to their own page', async () => {
    const [page] = await pagesOf({ specialInstructions: 'Dock 4\r\nCall first\n\n\n\nRing twice' });
    const [dock, call, ring] = ['Dock 4', 'Call first', 'Ring twice'].map((text) =>
      page!.texts.find((each) => each.text === text)!,
    );
    expect(dock!.bottom - call!.bottom).toBeGreaterThan(7);
    expect(call!.bottom - ring!.bottom).toBeLessThan(3 * (dock!.bottom - call!.bottom));
    const many = Array.from({ length: 200 }, (_, index) => `Step ${index}.`).join('\n');
    const pages = await pagesOf({ specialInstructions: many });
    expect(joinTexts(pages[0]!)).toContain('See attached supplement page');
    expect(joinTexts(pages.at(-1)!)).toContain('Step 199.');
    expect(pages.flatMap(findOverlaps)).toEqual([]);
  });

  it("shows the third party's address and account, the orders and the counts", async () => {
    const orders = Array.from({ length: 30 }, (_, index) => ({
      number: `PO-${index}`,
      packages: index,
      weight: index * 10,
      palletized: index % 2 === 0,
      note: `Dept. ${index}`,
    }));
    const billTo = {
      ...buildParty({ company: 'TPL', address: '1 Bank St', city: 'Reno', zip: '89501' }),
      account: 'A-77',
    };
    const [form, supplement] = await pagesOf({ orders, billTo });
    for (const text of ['1 Bank St', 'Reno, 89501', 'Account no. A-77', '30 customer orders'])
      expect(joinTexts(form!)).toContain(text);
    for (const text of ['PO-0', 'PO-29', 'Dept. 29', '290']) expect(joinTexts(supplement!)).toContain(text);
  });

  it("shows the payer's account next to collect terms, but not for a third party", async () => {
    const billTo = { ...buildParty({ company: 'TPL' }), account: 'A-77' };
    for (const terms of ['prepaid', 'collect', 'third_party'] as const) {
      const [{ texts }] = (await pagesOf({ billTo, terms })) as [PrintedPage];
      const account = texts.filter(({ text }) => text.includes('A-77'));
      const payer = texts.find(({ text }) => text === 'TPL')!;
      expect(account).toHaveLength(1);
      expect(account[0]!.left > payer.left + 100).toBe(terms !== 'third_party');
    }
  });

  it('prints emoji and symbols with embedded fonts', async () => {
    const pdf = await print({ specialInstructions: '🚚 ⚠️ ⛔ ☎ ❄️ ✓ → ★ 👷🏽‍♀️ 🇺🇸 1️⃣ ½ €' });
    const fonts = [...pdf.toString('latin1').matchAll(/\/(?:BaseFont|FontName) \/(?:[A-Z]{6}\+)?([\w-]+)/g)];
    expect(fonts.map(([, name]) => name).filter((name) => !name!.startsWith('Noto'))).toEqual([]);
  });

  it('describes hazardous materials as required by 49 CFR 172.202 to 172.204 and 172.604', async () => {
    const description = 'UN1993, Flammable liquids, n.o.s. (Acetone, Methanol), 3, PG II';
    const lines = [
      buildBolLine(),
      buildBolLine({ hazmat: true, hazmatDescription: description, description: 'Solvent' }),
    ];
    const emergency = { name: 'CHEMTREC', phone: '800-424-9300', contract: 'CCN 12345' };
    const [page, ...further] = await pagesOf({ lines, emergency });
    expect(further).toEqual([]);
    const text = joinTexts(page!);
    expect(text.match(/ X /g)).toHaveLength(2); // The terms, and one line.
    expect(text).toContain(`${description} Solvent`);
    expect(text).toContain('(24 h): 800-424-9300 · CHEMTREC · Contract no. CCN 12345');
    expect(text).toContain(
      'This is to certify that the herein-named materials are properly classified, described, packaged, marked and ' +
        'labeled, and are in proper condition for transportation according to the applicable regulations of the ' +
        'Department of Transportation.',
    );
  });

  it('has scannable barcodes: the BOL number with its application identifier, and the PRO number', async () => {
    expect((await scanBarcodes(await print())).sort()).toEqual(['(402)06141411234567890', '123456789']);
  });
});

/** Lists the texts of the page header from the left. */
function listHeaderTexts({ texts, height }: PrintedPage): string[] {
  const head = texts.filter(({ bottom }) => bottom > height - 40).toSorted((a, b) => a.left - b.left);
  const right = head.findIndex(({ text }) => text.startsWith('EXFL'));
  const words = (part: typeof head) =>
    part
      .map(({ text }) => text)
      .join('')
      .trim();
  return [words(head.slice(0, right)), words(head.slice(right))];
}
