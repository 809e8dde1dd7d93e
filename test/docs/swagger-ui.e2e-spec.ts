import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { openBrowser } from '../support/chromium.js';
import { createDatabase } from '../support/database.js';
import { operations } from '../support/openapi-document.js';
import { eventually } from '../support/eventually.js';
import { startService, type ServiceProcess } from '../support/service-process.js';

/** Opening an operation may take this long on a busy machine. */
const PATIENCE = { timeout: 30_000 };
/** Operations with the widest bodies, tables and URLs. */
const WIDE = ['createQuotes', 'listFreight', 'bookFreight', 'uploadTariffRates'];
const FIRST_OF_TAGS = [...new Set(operations.map(({ tags }) => tags[0]))].map(
  (tag) => operations.find(({ tags }) => tags[0] === tag)!.operationId,
);
const MINUTES = 60_000;

/** The properties of a page element that the test uses. */
interface PageElement {
  click(): void;
  textContent: string;
}

const press = (page: Page, selector: string): Promise<void> =>
  page.$eval(selector, (part) => (part as unknown as PageElement).click());
const getTexts = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(selector, (parts) => parts.map((part) => (part as unknown as PageElement).textContent));
/** Returns the width of the page, including overflowing content. */
const measureWidth = (page: Page): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth');

/** Returns the selector of the tag of an operation. */
const getTag = (id: string): string =>
  `.opblock-tag[data-tag="${operations.find(({ operationId }) => operationId === id)!.tags[0]}"]`;

/** Opens an operation, whose tag is closed, and returns its selector. */
async function openOperation(page: Page, id: string): Promise<string> {
  const block = `.opblock[id$="-${id}"]`;
  await press(page, getTag(id));
  await page.waitForSelector(`${block} .opblock-summary-control`, PATIENCE);
  await press(page, `${block} .opblock-summary-control`);
  await page.waitForSelector(`${block} .opblock-body .responses-wrapper`, PATIENCE);
  return block;
}

/** Clicks Execute without changes and returns the status of the response. */
async function executeOperation(page: Page, id: string): Promise<string> {
  const block = await openOperation(page, id);
  await press(page, `${block} .btn.execute`);
  const status = `${block} .live-responses-table tbody .response-col_status`;
  await page.waitForSelector(status, PATIENCE);
  return (await getTexts(page, status))[0]!.slice(0, 3);
}

describe('Swagger UI', () => {
  let service: ServiceProcess;
  let browser: Browser;

  beforeAll(async () => {
    // Runs the built service, because the sources have no descriptions.
    service = await startService({ DATABASE_URL: await createDatabase(), DEMO_DATA: 'true' });
    browser = await openBrowser();
  }, 3 * MINUTES);
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  async function docs(width: number): Promise<Page> {
    const page = await browser.newPage();
    await page.setViewport({ width, height: 844, isMobile: width < 640 });
    await page.goto(`${service.url}/docs`);
    await page.waitForSelector('.opblock-tag', PATIENCE);
    return page;
  }

  it.each([
    [390, [...new Set([...FIRST_OF_TAGS, ...WIDE])]],
    [1440, ['createQuotes', 'bookFreight']],
  ])(
    'fits a window %d pixels wide, with any operation open',
    async (width, ids) => {
      const page = await docs(width);
      const widths: [string, unknown][] = [];
      for (const id of ids) {
        const block = await openOperation(page, id);
        widths.push([id, await measureWidth(page)]);
        expect(await getTexts(page, '.errors-wrapper')).toEqual([]);
        await press(page, `${block} .opblock-summary-control`);
        await press(page, getTag(id));
      }
      expect(widths).toEqual(ids.map((id) => [id, width]));
      await page.close();
    },
    5 * MINUTES,
  );

  it(
    'keeps the API key across a reload and sends the examples unchanged',
    async () => {
      const key = (await eventually(() => /fk_test_\w+(?=[^]*curl)/.exec(service.output())?.[0]))!;
      const page = await docs(390);
      await page.click('.btn.authorize');
      // A full Chromium renders the dialog after the click has returned.
      const input = '.modal-ux input[type="text"], .modal-ux input[type="password"]';
      await page.waitForSelector(input, PATIENCE);
      await page.type(input, key);
      await page.click('.modal-ux .btn.authorize[type="submit"]');
      await page.click('.modal-ux .btn-done');
      await page.reload();
      await page.waitForSelector('.opblock-tag', PATIENCE);
      expect(await executeOperation(page, 'createQuotes')).toBe('201');
      expect(await executeOperation(page, 'getTracking')).toBe('200');
      expect(await executeOperation(page, 'listEvents')).toBe('200');
      await page.close();
    },
    3 * MINUTES,
  );
});
