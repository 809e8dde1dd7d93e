import axe, { type AxeResults } from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { startApp, type TestApp } from '../support/app.js';
import { buildDashboard } from '../support/built.js';
import { openBrowser } from '../support/chromium.js';
import { openTab, type Tab } from '../support/dashboard.js';
import { fillWithScripts, type Filled } from '../support/hostile-fields.js';

const MINUTES = 60_000;
const PHONE = 390;
/** There is a heading, and nothing is waited for any more. */
const IS_SHOWN = `document.querySelector('h1') && !document.querySelector('[aria-label="Loading"]')`;

/** What keeps people from using the page as it stands. */
async function barriers({ page }: Tab, rules?: string[]): Promise<string[]> {
  const options = JSON.stringify(rules ? { runOnly: rules } : {});
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

describe('every page', () => {
  let app: TestApp;
  let browser: Browser;
  let filled: Filled;

  beforeAll(async () => {
    buildDashboard();
    app = await startApp();
    filled = await fillWithScripts(await app.organization());
    browser = await openBrowser();
  }, 2 * MINUTES);
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it(
    'shows scripts as text, is open to everybody in light and dark, and is no wider than a phone',
    async () => {
      const tab = await openTab(browser, app, { keys: { test: filled.key } });
      const { page } = tab;
      const found: Record<string, unknown> = {};
      for (const path of ['/sign-in', ...filled.pages]) {
        await page.setViewport({ width: 1440, height: 900 });
        await page.goto(`${app.url}/app${path}`, { waitUntil: 'domcontentloaded' });
        await page.waitForFunction(IS_SHOWN);
        await page.evaluate(axe.source);
        for (const scheme of ['light', 'dark'] as const) {
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          await page.waitForSelector(`html[data-mantine-color-scheme="${scheme}"]`);
          // In the dark the page is the same but for its colours.
          const barred = await barriers(tab, scheme === 'dark' ? ['color-contrast'] : undefined);
          if (barred.length > 0) found[`${path} ${scheme}`] = barred;
        }
        await page.setViewport({ width: PHONE, height: 844 });
        // The menu slides away first.
        await page
          .waitForFunction(`document.documentElement.scrollWidth === ${PHONE}`, { timeout: 3_000 })
          .catch(() => (found[`${path} ${PHONE}`] = 'wider'));
        const foreign = await page.evaluate(
          `document.querySelectorAll('#root script, #root [onerror], #root [onload]').length`,
        );
        if (foreign !== 0) found[`${path} scripts`] = foreign;
      }
      expect(found).toEqual({});
      expect(tab.complaints).toEqual([]);
    },
    4 * MINUTES,
  );

  it(
    'says what is missing where something is asked for that is not there',
    async () => {
      const tab = await openTab(browser, app, { keys: { test: filled.key } });
      await tab.page.goto(`${app.url}/app/shipments/99999999`);
      await tab.shows('No such shipment here');
      await tab.page.goto(`${app.url}/app/nowhere`);
      await tab.shows('There is no such page');
      await tab.page.goto(`${app.url}/app/invoices/99999999`);
      await tab.shows('Request req_');
    },
    MINUTES,
  );
});
