import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { buildDashboard } from '../support/build-if-stale.js';
import { openBrowser } from '../support/chromium.js';
import { openTab, type DashboardTab } from '../support/dashboard-tab.js';
import { newFreight } from '../support/factories.js';
import { copyRows } from '../support/copy-rows.js';

const SHIPMENTS = 10_000;
const PAGE = 25;

describe('a table of ten thousand shipments', () => {
  let app: TestApp;
  let acme: TestOrganization;
  let browser: Browser;
  let tab: DashboardTab;
  /** The page's requests for shipments. */
  const asked: string[] = [];

  beforeAll(async () => {
    buildDashboard();
    app = await startApp();
    acme = await app.organization();
    const { id } = await newFreight(acme.test);
    await copyRows(app.sql, 'freight', acme.id, SHIPMENTS - 1);
    await app.sql.query(`UPDATE freight SET status = 'delivered' WHERE organization_id = $1 AND id <> $2`, [
      acme.id,
      id,
    ]);
    browser = await openBrowser();
    tab = await openTab(browser, app, { keys: { test: acme.testKey } });
    tab.page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/api/v1/freight') asked.push(decodeURIComponent(search));
    });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  /** Returns the numbers of the shown shipments in order. */
  const rows = async () =>
    (await tab.page.evaluate(
      `[...document.querySelectorAll('table[aria-label="Shipments"] tbody a')].map((one) => one.innerText)`,
    )) as string[];

  it('is read page by page', async () => {
    await tab.page.goto(`${app.url}/app/shipments`);
    await tab.waitForText('Next');
    const seen = new Set(await rows());
    for (const page of [2, 3]) {
      await tab.click('Next');
      await tab.waitForText(`Page ${page}`);
      await tab.page.waitForFunction(`!document.querySelector('[class*="fading"]')`);
      for (const number of await rows()) seen.add(number);
    }
    expect(seen.size).toBe(3 * PAGE);
    expect(asked.every((query) => query.includes(`limit=${PAGE}`))).toBe(true);
    expect(tab.page.url()).toContain('after=');
  });

  it('scrolls to its last row within the window', async () => {
    const reached = await tab.page.evaluate(`(() => {
      const last = document.querySelector('table[aria-label="Shipments"] tbody tr:last-child');
      last.scrollIntoView();
      const { top, bottom } = last.getBoundingClientRect();
      return scrollY > 0 && top >= 0 && bottom <= innerHeight;
    })()`);
    expect(reached).toBe(true);
  });

  it('is filtered by the service, starting from the first page', async () => {
    asked.length = 0;
    await tab.select('status', 'draft');
    await tab.page.waitForFunction(`document.querySelectorAll('table tbody tr').length === 1`);
    expect(tab.page.url()).toMatch(/status=draft/);
    expect(tab.page.url()).not.toContain('after=');
    expect(asked).toEqual([`?limit=${PAGE}&status=draft`]);
    expect(tab.pageErrors).toEqual([]);
  });
});
