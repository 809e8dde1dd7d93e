import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { buildDashboard } from '../support/built.js';
import { openBrowser } from '../support/chromium.js';
import { openTab } from '../support/dashboard.js';

describe("the desk's day", () => {
  let app: TestApp;
  let acme: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    buildDashboard();
    app = await startApp();
    acme = await app.organization();
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it('goes from a key to a shipment that is quoted, booked, printed, delivered, invoiced and paid', async () => {
    const tab = await openTab(browser, app);
    const { page, fill, press, shows } = tab;

    await page.goto(`${app.url}/app`);
    await fill('key', 'fk_test_nobody');
    await press('Use this key');
    await shows('Request req_');
    await fill('key', acme.testKey);
    await press('Use this key');
    await shows('No shipments yet');
    await shows('Test mode');

    await page.keyboard.press('n');
    await fill('origin.company', 'Acme Manufacturing');
    await press('Get quotes');
    await shows('Request req_');
    for (const [name, text] of [
      ['origin.zip', '90001'],
      ['origin.city', 'Los Angeles'],
      ['origin.state', 'CA'],
      ['destination.company', 'Lakeside Stores'],
      ['destination.zip', '60601'],
      ['destination.city', 'Chicago'],
      ['destination.state', 'IL'],
      ['items.0.description', 'Machine parts'],
      ['items.0.weight', '500'],
      ['items.0.height', '48'],
    ] as const)
      await fill(name, text);
    await tab.choose('items.0.freight_class', '92.5');
    await press('Get quotes');
    await shows('Order by');
    await page.locator('article ::-p-text(Choose)').click();

    await shows('Complete and book');
    await page.locator('::-p-text(Book with)').click();
    await shows('Request req_');
    for (const side of ['ship_from', 'ship_to']) {
      await fill(`${side}.address`, '12 S Main St');
      await fill(`${side}.contact`, 'Ann Lee');
      await fill(`${side}.phone`, '555-222-6666');
    }
    await page.locator('::-p-text(Book with)').click();
    await shows('PRO');
    const [freight] = (await acme.test.get('/api/v1/freight').expect(200)).body.data;
    expect(freight).toMatchObject({ status: 'scheduled', origin: { company: 'Acme Manufacturing' } });
    await shows(freight.pro_number);

    await press('Bill of lading');
    await page.waitForSelector('iframe[src^="blob:"]');
    await press('Delivered');
    await shows('Invoice INV');
    await page.locator('a ::-p-text(INV-)').click();
    await press('Note the payment');
    await shows('Paid in full.');
    const [invoice] = (await acme.test.get('/api/v1/invoices').expect(200)).body.data;
    expect(invoice).toMatchObject({ status: 'paid', freight_id: freight.id, amount_remaining_cents: 0 });

    await page.keyboard.press('/');
    await page.keyboard.type(freight.pro_number);
    await page.keyboard.press('Enter');
    await shows(freight.bol_number);
    expect(page.url()).toContain(`q=${freight.pro_number}`);
    expect(tab.complaints).toEqual([]);
  }, 90_000);
});
