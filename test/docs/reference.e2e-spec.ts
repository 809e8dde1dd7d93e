import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { startApp, type TestApp } from '../support/app.js';
import { buildGuides, buildReference } from '../support/build-if-stale.js';
import { openBrowser } from '../support/chromium.js';

const PATIENCE = { timeout: 60_000 };
const MINUTES = 60_000;

describe('the API reference', () => {
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    buildReference();
    buildGuides();
    app = await startApp({ RATE_LIMIT_ENABLED: 'false' });
    browser = await openBrowser();
  }, 5 * MINUTES);
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  /** Opens a page and records the requests that leave its origin, and errors such as violations of its policy. */
  async function open(path: string, width: number): Promise<{ page: Page; problems: string[] }> {
    const page = await browser.newPage();
    const problems: string[] = [];
    await page.setViewport({ width, height: 844, isMobile: width < 640 });
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol === 'data:' || origin === new URL(app.url).origin) return void request.continue();
      problems.push(request.url());
      void request.abort();
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) problems.push(message.text());
    });
    await page.goto(app.url + path);
    return { page, problems };
  }

  it.each([390, 1440])(
    'shows an operation at %d pixels without a request to another origin',
    async (width) => {
      const { page, problems } = await open('/reference', width);
      await page.waitForFunction(
        "document.querySelector('#app')?.textContent.includes('/api/v1/quotes')",
        PATIENCE,
      );
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(problems).toEqual([]);
      await page.close();
    },
    2 * MINUTES,
  );

  it(
    'has no link to an AI, a proxy or a hosted client',
    async () => {
      const { page } = await open('/reference', 1440);
      await page.waitForFunction(
        "document.querySelector('#app')?.textContent.includes('/api/v1/quotes')",
        PATIENCE,
      );
      const text = await page.evaluate('document.body.innerText');
      expect(text).not.toMatch(/Ask AI|Agent|Open API Client|Developer Tools/);
      await page.close();
    },
    2 * MINUTES,
  );

  it.each([390, 1440])(
    'is beside guides that load nothing from another origin at %d pixels',
    async (width) => {
      const { page, problems } = await open('/guides/how-to/operating', width);
      await page.waitForSelector('#app .VPDoc h1', PATIENCE);
      await page.waitForSelector('.VPNavBarSearch button', PATIENCE);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(problems).toEqual([]);
      await page.close();
    },
    2 * MINUTES,
  );
});
