import axe, { type AxeResults } from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { startApp, type TestApp } from '../support/app.js';
import { buildDashboard } from '../support/build-if-stale.js';
import { openBrowser } from '../support/chromium.js';
import { openTab, type DashboardTab } from '../support/dashboard-tab.js';
import { listFreeTextFields } from '../support/free-text-fields.js';
import { seedXssPayloads, type XssSeed } from '../support/xss-seed.js';

const MINUTES = 60_000;
const PHONE = 390;
/** There is a heading, and nothing is waited for any more. */
const IS_SHOWN = `document.querySelector('h1') && !document.querySelector('[aria-label="Loading"]')`;
/** Elements that text has become. */
const FOREIGN_PARTS = `document.querySelectorAll('body script:not([src]), [onerror], [onload], #root img[src="x"]').length`;
const SAYS_SCRIPT = `document.body.innerText.includes('onerror=alert(')`;

/** What keeps people from using the page as it stands. */
async function findAccessibilityViolations({ page }: DashboardTab, rules?: string[]): Promise<string[]> {
  const options = JSON.stringify(rules ? { runOnly: rules } : {});
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Names of what there is, which no script is; and what is asked for and stored nowhere. */
const NO_FREE_TEXT =
  /^(CreateCarrierConnection adapter|CreateFreight freight.handling_unit_type|ValidateAddress .*)$/;
/** A change has the fields of what it changes. */
const IS_CHANGE = /^Update(?!Organization|Member)/;

describe('every page', () => {
  let app: TestApp;
  let browser: Browser;
  let filled: XssSeed;

  beforeAll(async () => {
    buildDashboard();
    app = await startApp();
    filled = await seedXssPayloads(app, await app.organization());
    browser = await openBrowser();
  }, 2 * MINUTES);
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  const open = async ({ page }: DashboardTab, path: string) => {
    await page.goto(`${app.url}/app${path}`, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(IS_SHOWN);
  };
  const foreignParts = ({ page }: DashboardTab) => page.evaluate(FOREIGN_PARTS);

  it('is tried with a script in every text that requests have', () => {
    const missing = listFreeTextFields().filter(
      (text) => !filled.filledFields.has(text) && !NO_FREE_TEXT.test(text) && !IS_CHANGE.test(text),
    );
    expect(missing).toEqual([]);
  });

  it(
    'shows scripts as text, is open to everybody in light and dark, and is no wider than a phone',
    async () => {
      const tab = await openTab(browser, app, { keys: { test: filled.key } });
      const { page } = tab;
      const found: Record<string, unknown> = {};
      const silent: string[] = [];
      for (const path of filled.pages) {
        await page.setViewport({ width: 1440, height: 900 });
        await open(tab, path);
        await page.evaluate(axe.source);
        for (const scheme of ['light', 'dark'] as const) {
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          await page.waitForSelector(`html[data-mantine-color-scheme="${scheme}"]`);
          // In the dark the page is the same but for its colours.
          const barred = await findAccessibilityViolations(
            tab,
            scheme === 'dark' ? ['color-contrast'] : undefined,
          );
          if (barred.length > 0) found[`${path} ${scheme}`] = barred;
        }
        await page.setViewport({ width: PHONE, height: 844 });
        // The menu slides away first.
        await page
          .waitForFunction(`document.documentElement.scrollWidth === ${PHONE}`, { timeout: 3_000 })
          .catch(() => (found[`${path} ${PHONE}`] = 'wider'));
        const foreign = await foreignParts(tab);
        if (foreign !== 0) found[`${path} scripts`] = foreign;
        if (!(await page.evaluate(SAYS_SCRIPT))) silent.push(path);
      }
      expect(found).toEqual({});
      expect(tab.pageErrors).toEqual([]);
      // Those that show names, numbers and states alone.
      expect(silent).toEqual(filled.pagesWithoutText);
    },
    6 * MINUTES,
  );

  it(
    'shows scripts as text in what it opens beside a list, too',
    async () => {
      const tab = await openTab(browser, app, { keys: { test: filled.key } });
      for (const path of filled.detailPages) {
        await open(tab, path);
        await tab.page.locator('table tbody button').click();
        await tab.page.waitForSelector('[role="dialog"]');
        await tab.page.waitForFunction(`${IS_SHOWN} && document.getAnimations().length === 0`);
        await tab.page.evaluate(axe.source);
        expect({
          path,
          barriers: await findAccessibilityViolations(tab),
          foreign: await foreignParts(tab),
        }).toEqual({
          path,
          barriers: [],
          foreign: 0,
        });
      }
      expect(tab.pageErrors).toEqual([]);
    },
    2 * MINUTES,
  );

  it(
    'is open to everybody before they sign in; what its policy forbids is complained of here',
    async () => {
      const tab = await openTab(browser, app);
      await open(tab, '/sign-in');
      await tab.page.evaluate(axe.source);
      expect({ complaints: tab.pageErrors, barriers: await findAccessibilityViolations(tab) }).toEqual({
        complaints: [],
        barriers: [],
      });
      await tab.page.evaluate(`document.head.append(document.createElement('style'))`);
      await tab.page.evaluate(
        `document.body.insertAdjacentHTML('beforeend', '<p onclick="a()" style="top:0">')`,
      );
      expect(tab.pageErrors.join()).toMatch(/style-src/);
    },
    MINUTES,
  );

  it(
    'says what is missing where something is asked for that is not there',
    async () => {
      const tab = await openTab(browser, app, { keys: { test: filled.key } });
      await tab.page.goto(`${app.url}/app/shipments/99999999`);
      await tab.waitForText('Shipment not found');
      await tab.page.goto(`${app.url}/app/nowhere`);
      await tab.waitForText('Page not found');
      await tab.page.goto(`${app.url}/app/invoices/99999999`);
      await tab.waitForText('Request req_');
    },
    MINUTES,
  );
});
