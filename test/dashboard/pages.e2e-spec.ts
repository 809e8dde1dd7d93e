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
/** True when the page has a heading and nothing is loading. */
const IS_SHOWN = `document.querySelector('h1') && !document.querySelector('[aria-label="Loading"]')`;
/** Elements created from text that was not escaped. */
const FOREIGN_PARTS = `document.querySelectorAll('body script:not([src]), [onerror], [onload], #root img[src="x"]').length`;
const SAYS_SCRIPT = `document.body.innerText.includes('onerror=alert(')`;

/** A transition that has not begun yet is no animation, so the styles decide. */
const DIALOG_IS_OPAQUE = `(() => {
  const { opacity, transform } = getComputedStyle(document.querySelector('[role="dialog"]'));
  return opacity === '1' && (transform === 'none' || transform === 'matrix(1, 0, 0, 1, 0, 0)');
})()`;

/** Returns the accessibility violations of the page in its current state. */
async function findAccessibilityViolations({ page }: DashboardTab, rules?: string[]): Promise<string[]> {
  const options = JSON.stringify(rules ? { runOnly: rules } : {});
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Fields that hold no script: names of existing resources, and values that are never stored. */
const NO_FREE_TEXT =
  /^(CreateCarrierConnection adapter|CreateFreight freight.handling_unit_type|ValidateAddress .*)$/;
/** A change has the same fields as the creation. */
const IS_CHANGE = /^Update(?!Organization|Member)/;

describe('each dashboard page', () => {
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

  it('is filled with a script in every text field of the API', () => {
    const missing = listFreeTextFields().filter(
      (text) => !filled.filledFields.has(text) && !NO_FREE_TEXT.test(text) && !IS_CHANGE.test(text),
    );
    expect(missing).toEqual([]);
  });

  it(
    'shows scripts as text, has no accessibility violations in light and dark, and fits a phone',
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
          // In dark mode only the colors differ.
          const barred = await findAccessibilityViolations(
            tab,
            scheme === 'dark' ? ['color-contrast'] : undefined,
          );
          if (barred.length > 0) found[`${path} ${scheme}`] = barred;
        }
        await page.setViewport({ width: PHONE, height: 844 });
        // The menu closes first.
        await page
          .waitForFunction(`document.documentElement.scrollWidth === ${PHONE}`, { timeout: 3_000 })
          .catch(() => (found[`${path} ${PHONE}`] = 'wider'));
        const foreign = await foreignParts(tab);
        if (foreign !== 0) found[`${path} scripts`] = foreign;
        if (!(await page.evaluate(SAYS_SCRIPT))) silent.push(path);
      }
      expect(found).toEqual({});
      expect(tab.pageErrors).toEqual([]);
      // These pages show only names, numbers and statuses.
      expect(silent).toEqual(filled.pagesWithoutText);
    },
    6 * MINUTES,
  );

  it(
    'shows scripts as text in the details of a list',
    async () => {
      const tab = await openTab(browser, app, { keys: { test: filled.key } });
      for (const path of filled.detailPages) {
        await open(tab, path);
        // A click at a position misses the button when a late answer moves the table.
        await tab.page.waitForSelector('table tbody button');
        await tab.page.evaluate(`document.querySelector('table tbody button').click()`);
        await tab.page.waitForSelector('[role="dialog"]');
        await tab.page.waitForFunction(
          `${IS_SHOWN} && ${DIALOG_IS_OPAQUE} && document.getAnimations().length === 0`,
        );
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
    'has no accessibility violations before sign-in, and policy violations fail this test',
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
    'shows an error page for a missing record or path',
    async () => {
      const tab = await openTab(browser, app, { keys: { test: filled.key } });
      await tab.page.goto(`${app.url}/app/shipments/99999999`);
      await tab.waitForText('Shipment not found');
      await tab.page.goto(`${app.url}/app/nowhere`);
      await tab.waitForText('Page not found');
      await tab.page.goto(`${app.url}/app/invoices/99999999`);
      await tab.waitForText('Request ID: req_');
    },
    MINUTES,
  );
});
