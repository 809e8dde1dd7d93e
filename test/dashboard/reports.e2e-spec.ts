import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { buildDashboard } from '../support/build-if-stale.js';
import { openBrowser } from '../support/chromium.js';
import { openTab, type DashboardTab } from '../support/dashboard-tab.js';
import { newFreight } from '../support/factories.js';

const TODAY = new Date().toISOString().slice(0, 10);

describe('dashboard reports', () => {
  let app: TestApp;
  let acme: TestOrganization;
  let browser: Browser;
  let tab: DashboardTab;

  beforeAll(async () => {
    buildDashboard();
    app = await startApp();
    acme = await app.organization();
    const { id } = await newFreight(acme.test);
    await acme.test.post(`/api/v1/freight/${id}/book`).send({}).expect(200);
    browser = await openBrowser();
    tab = await openTab(browser, app, { keys: { test: acme.testKey } });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it('keep their dates and grouping in the URL across tabs', async () => {
    await tab.page.goto(`${app.url}/app/reports`);
    await tab.waitForText('Last 90 days');
    await tab.setDate('from', TODAY);
    await tab.page.waitForFunction(`location.search.includes('from=${TODAY}')`);
    await tab.select('group', 'lane');
    await tab.waitForText('CA to IL');
    await tab.page.locator('main nav ::-p-text(Carrier bills)').click();
    await tab.waitForText('No data for these dates');
    await tab.click('Spend');
    await tab.waitForText('CA to IL');
    const { searchParams } = new URL(tab.page.url());
    expect(Object.fromEntries(searchParams)).toEqual({ from: TODAY, group: 'lane' });
  });

  it('describe their charts in words and label the bars', async () => {
    await tab.page.waitForSelector('[role="img"] svg .recharts-bar-rectangle path');
    const { totals } = (await acme.test.get('/api/v1/reports/spend').expect(200)).body;
    const dollars = `$${(totals.charge_cents / 100).toFixed(2)}`;
    const [label, drawn] = (await tab.page.evaluate(
      `(({ ariaLabel, textContent }) => [ariaLabel, textContent])(document.querySelector('[role="img"]'))`,
    )) as [string, string];
    expect(label).toBe(`Charges. CA to IL: Charges ${dollars}`);
    expect(drawn).toContain(dollars);
  });

  it('download as CSV for the selected dates', async () => {
    const answer = tab.page.waitForResponse((response) =>
      (response.headers()['content-type'] ?? '').startsWith('text/csv'),
    );
    await tab.click('Download CSV');
    const { pathname, searchParams } = new URL((await answer).url());
    expect([pathname, searchParams.get('created[gte]')]).toEqual(['/api/v1/reports/spend', TODAY]);
    expect(tab.pageErrors).toEqual([]);
  });
});
