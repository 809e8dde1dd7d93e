import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getPriority } from 'node:os';
import { extractText, getDocumentProxy } from 'unpdf';
import { ChromiumPrinter } from '../../src/platform/pdf/chromium-printer.js';
import type { Chromium } from '../../src/platform/pdf/chromium.js';
import { buildFontCss } from '../../src/platform/pdf/fonts.js';
import type { InvoiceDocument } from '../../src/platform/pdf/invoice-document.js';
import { buildPng } from '../support/images.js';
import type { DocumentRenderer } from '../../src/platform/pdf/document-renderer.js';
import {
  buildBol,
  sampleIssuer,
  buildBolLine,
  openPdfRenderer,
  buildParty,
} from '../support/document-samples.js';

const invoice: InvoiceDocument = {
  invoiceNumber: 'INV-2025-000042',
  status: 'overdue',
  statusLabel: 'OVERDUE',
  test: false,
  issuedAt: '2025-11-28T10:00:00Z',
  dueDate: '2025-12-28',
  paidAt: null,
  supplements: '',
  currency: 'USD',
  paymentTerms: 'Net 30',
  issuer: sampleIssuer,
  remitTo: buildParty({ company: 'First Bank Lockbox 7' }),
  billTo: buildParty({ company: 'Fulton Office Tiles' }),
  shipment: {
    bolNumber: '06141411234567890',
    proNumber: '123456789',
    carrierName: 'Example Freight Lines',
    scac: 'EXFL',
    serviceLevel: 'LTL Standard',
    quoteNumber: 'Q-2025-004711',
    pickupDate: '2025-11-24',
    deliveredAt: '2025-11-28',
    origin: 'Chicago, IL 60607',
    destination: 'Dallas, TX 75247',
    weight: 2550,
    references: [],
  },
  lines: [
    {
      code: 'LINEHAUL',
      description: 'Linehaul',
      quantity: 25.5,
      unit: 'cwt',
      rateCents: 4231,
      amountCents: 107891,
      freightClass: '77.5',
      weight: 2550,
    },
    {
      code: 'DISCOUNT',
      description: 'Discount',
      quantity: 62,
      unit: 'percent',
      rateCents: null,
      amountCents: -66892,
      freightClass: '',
      weight: null,
    },
  ],
  subtotalCents: 40999,
  taxes: [],
  lateFeeCents: 1500,
  totalCents: 42499,
  payments: [],
  paidCents: 0,
  balanceCents: 42499,
};

/** Splits the expected phrases at bars. */
const phrases = (list: string) => list.split('|').map((phrase) => phrase.trim());

/** Returns the text of each page. */
async function extractPages(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text;
}

describe('PDF documents', () => {
  let press: Awaited<ReturnType<typeof openPdfRenderer>>;
  let renderer: DocumentRenderer;
  let browser: ChromiumPrinter;

  beforeAll(async () => {
    press = await openPdfRenderer();
    ({ renderer, browser } = press);
  }, 60_000);

  afterAll(() => press.close());

  it('include a bill of lading on one page with readable text', async () => {
    const pages = await extractPages(await renderer.render('bol', buildBol()));
    expect(pages).toHaveLength(1);
    for (const text of phrases(`
      06141411234567890 | 123456789 | Example Freight Lines | EXFL | 2025-11-24 |
      Q-2025-004711 | Fulton Office Tiles | Sovereign Retail | Third Party Logistics LLC |
      4500098123 | Ceramic floor tile | Display stands | 77.5 | 150 | 1,250 | 2,550 |
      48 × 40 × 52 | 47500-02 | Liftgate at delivery | Dock closes at 15:30. | $12,500.00 |
      14706(c)(1)(A) | Page 1 of 1`)) {
      expect(pages[0]).toContain(text);
    }
    expect(pages[0]).not.toMatch(/DRAFT|VOID|TEST/);
  });

  it.each([
    ['draft', 'DRAFT'],
    ['void', 'VOID'],
  ] as const)('say on every page that they are a %s', async (state, word) => {
    const units = [1, 2].map((number) => ({ ...buildBolLine(), number }));
    const paper = await extractPages(
      await renderer.render('bol', buildBol({ state, lines: Array(60).fill(buildBolLine()) })),
    );
    const labels = await extractPages(
      await renderer.render('labels', { ...buildBol({ state }), format: '4x6', count: 2, units }),
    );
    expect(paper.length).toBeGreaterThan(1);
    expect(labels).toHaveLength(2);
    for (const page of [...paper, ...labels]) expect(page).toContain(word);
  });

  it('show the logo, name and color of the issuer', async () => {
    const logo = `data:image/png;base64,${buildPng(600, 200).toString('base64')}`;
    const acme = { party: buildParty({ company: 'Acme Logistics, Inc.' }), logo, color: '#0b5394' };
    for (const [name, data] of [
      ['bol', buildBol({ issuer: acme })],
      ['invoice', { ...invoice, issuer: acme }],
    ] as const) {
      const [page, ...further] = await extractPages(await renderer.render(name, data as never));
      expect(page).toContain('Acme Logistics, Inc.');
      expect(further).toEqual([]);
      const html = renderer.html(name, data as never);
      expect(html).toContain('--accent: #0b5394;');
      expect(html).toContain(logo);
    }
    expect(renderer.html('bol', buildBol())).not.toContain('<img');
  });

  it('continue 500 lines on supplement pages, with a heading on each and the totals at the end', async () => {
    const lines = Array.from({ length: 500 }, (_, index) =>
      buildBolLine({ description: `Commodity ${index + 1}.` }),
    );
    const [first, ...supplement] = await extractPages(await renderer.render('bol', buildBol({ lines })));
    expect(first).toContain('See attached supplement page: 500 commodity lines');
    expect(first).toContain('Carrier signature');
    for (const page of supplement) expect(page).toContain('Commodity description');
    for (const { description } of lines) expect(supplement.join(' ')).toContain(description);
    expect(supplement.at(-1)).toContain('GRAND TOTAL');
  });

  it('include one label per handling unit', async () => {
    const pages = await extractPages(
      await renderer.render('labels', {
        ...buildBol(),
        format: '4x6',
        count: 3,
        units: [1, 2, 3].map((number) => ({ ...buildBolLine(), number })),
      }),
    );
    expect(pages.map((page) => /\d of 3/.exec(page)?.[0])).toEqual(['1 of 3', '2 of 3', '3 of 3']);
    for (const text of ['Sovereign Retail', '123456789', '06141411234567890', 'EXFL', 'Ceramic floor tile']) {
      expect(pages[2]).toContain(text);
    }
  });

  it('include an invoice', async () => {
    const [page] = await extractPages(await renderer.render('invoice', invoice));
    for (const text of phrases(`
      INV-2025-000042 | OVERDUE | 2025-12-28 | Lading Demo Logistics | Fulton Office Tiles |
      Chicago, IL 60607 | Linehaul | 25.5 cwt | $42.31 | $1,078.91 | 62% | -$668.92 | $409.99 |
      $15.00 | $424.99`)) {
      expect(page).toContain(text);
    }
  });

  it('embed fonts for every supported script', async () => {
    const names = ['深圳市', '東京', '서울', 'Łódź', 'Ünïcödé', 'Дмитрий', 'Παπαδόπουλος', 'ไทย'];
    const pdf = await renderer.render('bol', buildBol({ specialInstructions: names.join(' ') }));
    const [page] = await extractPages(pdf);
    for (const name of names) expect(page).toContain(name);
    expect(pdf.includes('NotoSans')).toBe(true);
    expect(pdf.includes('OpenSans')).toBe(false); // The machine's fallback font was not used.
    expect(buildFontCss('東京')).not.toContain('Noto Sans JP');
    expect(buildFontCss('東京タワー')).toMatch(/font-family: 'Noto Sans', 'Noto Sans JP Variable';/);
  });

  it('print markup as plain text, also in the page footer', async () => {
    const company = '</style><script>document.title=1</script><img src=x>{{bolNumber}}';
    const bolNumber = '";}</style><b>';
    const [page] = await extractPages(
      await renderer.render('bol', buildBol({ bolNumber, shipFrom: buildParty({ company }) })),
    );
    expect(page).toContain(company);
    expect(page).toContain(`Bill of lading ${bolNumber}`);
  });

  describe('the browser that prints PDFs', () => {
    const hits: string[] = [];
    let server: Server;
    let origin: string;

    beforeAll(async () => {
      server = createServer((_, response) => response.end('<p>from outside</p>'));
      server.on('connection', () => hits.push('connection'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });

    afterAll(() => new Promise((resolve) => server.close(resolve)));

    it('runs no scripts, sends no requests and reads no files', async () => {
      const [page] = await extractPages(
        await browser.printPdf(`
          <link rel="preconnect" href="${origin}"><link rel="stylesheet" href="${origin}/style.css">
          <style>@import "${origin}/import.css"; p { background: url(${origin}/background.png) }</style>
          <p>inside</p><img src="${origin}/image.png"><iframe src="${origin}/frame"></iframe>
          <iframe src="file:///etc/passwd"></iframe><object data="${origin}/object"></object>
          <script>document.body.append('scripted'); fetch('${origin}/fetch')</script>
          <script src="${origin}/script.js"></script>`),
      );
      expect(page).toContain('inside');
      expect(page).not.toMatch(/scripted|outside|root:/);
      await browser.printPdf(`<meta http-equiv="refresh" content="0;url=${origin}/refresh"><p>stays</p>`);
      await browser.printPdf('<p>the page is still of use</p>');
      expect(hits).toEqual([]);
    });

    it('restarts after a crash and completes its requests', async () => {
      const first = await chromiumPid(browser);
      const work = Array.from({ length: 8 }, (_, index) => browser.printPdf(`<p>number ${index}</p>`));
      process.kill(first, 'SIGKILL');
      const texts = await Promise.all((await Promise.all(work)).map(extractPages));
      expect(texts.flat()).toEqual(Array.from({ length: 8 }, (_, index) => `number ${index}`));
      expect(await chromiumPid(browser)).not.toBe(first);
    });

    it('runs with low CPU priority', async () => {
      await browser.printPdf('<p>one</p>');
      const pid = await chromiumPid(browser);
      const renderers = execFileSync('ps', ['-eo', 'pgid=,ni=,args='], { encoding: 'utf8' })
        .split('\n')
        .map((row) => row.trim().split(/\s+/))
        .filter(([group, , ...args]) => group === String(pid) && args.includes('--type=renderer'));
      const politeness = new Set(renderers.map(([, nice]) => Number(nice)));
      expect([...politeness]).toEqual([Math.min(19, getPriority() + 10)]);
    });

    it('leaves no process running after shutdown', async () => {
      const own = new ChromiumPrinter(press.settings);
      await own.printPdf('<p>one</p>');
      const pid = await chromiumPid(own);
      await own.onApplicationShutdown();
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
      await expect(own.printPdf('<p>two</p>')).rejects.toThrow('closed');
    });
  });
});

/** Reads the process id from a private field, because only this test needs it. */
async function chromiumPid(browser: ChromiumPrinter): Promise<number> {
  const { running } = browser as unknown as { running: Promise<{ chromium: Chromium }> };
  return (await running).chromium.browser.process()?.pid ?? 0;
}
