import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { openBrowser } from '../support/chromium.js';
import { openTab, type DashboardTab } from '../support/dashboard-tab.js';
import { startInstallation, type Installation } from '../support/installation.js';

interface Freight {
  id: number;
  status: string;
  pro_number: string;
  bol_number: string;
  carrier: { scac: string };
  total_charge_cents: number;
}

const PICKUP = [
  ['origin.company', 'Acme Manufacturing'],
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
] as const;

const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

describe('a freight coordinator with a new installation', () => {
  let service: Installation;
  let browser: Browser;
  let tab: DashboardTab;

  beforeAll(async () => {
    service = await startInstallation();
    browser = await openBrowser();
    tab = await openTab(browser, service);
  }, 240_000);
  afterEach(() => expect(tab.pageErrors).toEqual([]));
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const newest = async () => (await service.get<{ data: Freight[] }>('/api/v1/freight')).data[0]!;
  const goTo = (path: string) => tab.page.goto(`${service.url}/app${path}`);

  it('signs in with the link that the first start prints', async () => {
    await tab.page.goto(service.signInLink);
    await tab.click('Sign in');
    await tab.waitForText('No shipments yet');
    expect(await tab.waitForText('Test mode')).toContain('admin@demo.example');
    expect(tab.page.url()).not.toContain('token');
  });

  it('excludes one carrier and prefers another in the rate shopping rules', async () => {
    await goTo('/carriers/rules');
    await tab.fill('rate_shopping.exclude_carriers', 'SIM1');
    await tab.fill('rate_shopping.prefer_carriers', 'SIM1');
    await tab.click('Save');
    await tab.waitForText('must not contain an excluded carrier');
    await tab.fill('rate_shopping.prefer_carriers', 'SIM2');
    await tab.click('Save');
    await tab.page.waitForFunction(`/SIM2\\s+Preferred/.test(document.querySelector('table').innerText)`);
    expect(
      await tab.page.$eval('table', (table) => (table as unknown as { innerText: string }).innerText),
    ).toMatch(/SIM1\s+Excluded/);
  });

  it('gets quotes from all carriers after completing the form, with one recommended', async () => {
    await goTo('/shipments');
    await tab.waitForText('No shipments yet');
    await tab.page.keyboard.press('n');
    await tab.fill('origin.company', 'Acme Manufacturing');
    await tab.click('Get quotes');
    await tab.waitForText('Request ID: req_');
    for (const [name, text] of PICKUP) await tab.fill(name, text);
    await tab.select('items.0.freight_class', '92.5');
    await tab.click('Get quotes');
    await tab.waitForText('Sort by');
    const { data } = await service.get<{ data: { carrier_name: string; recommended: boolean }[] }>(
      '/api/v1/quotes',
    );
    const recommended = data.find((quote) => quote.recommended)!;
    const text = await tab.page.evaluate(
      `[...document.querySelectorAll('article')].find((one) => one.innerText.includes('Recommended')).innerText`,
    );
    expect(text).toContain(recommended.carrier_name);
    expect(await tab.waitForText('Carriers without a rate')).toContain('Excluded');
  });

  it('completes the draft of the selected quote and books it', async () => {
    await tab.page.locator('article button::-p-text(Select)').click();
    await tab.waitForText('Shipment details');
    await tab.page.locator('::-p-text(Book with)').click();
    await tab.waitForText('Request ID: req_');
    for (const side of ['ship_from', 'ship_to']) {
      await tab.fill(`${side}.address`, '12 S Main St');
      await tab.fill(`${side}.contact`, 'Ann Lee');
      await tab.fill(`${side}.phone`, '555-222-6666');
    }
    await tab.page.locator('::-p-text(Book with)').click();
    await tab.waitForText('Pickup scheduled');
    const freight = await newest();
    expect(freight.status).toBe('scheduled');
    await tab.waitForText(freight.pro_number);
  });

  it('opens the bill of lading and the labels from the shipment', async () => {
    const { bol_number } = await newest();
    for (const [button, title] of [
      ['Bill of lading', `bol-${bol_number}`],
      ['Labels', `labels-${bol_number}`],
    ] as const) {
      await tab.click(button);
      await tab.page.waitForSelector(`iframe[title="${title}"][src^="blob:"]`);
    }
  });

  it('simulates pickup and delivery, which opens the invoice', async () => {
    await tab.click('Picked up');
    await tab.waitForText('Simulated: picked up');
    // Notifications cover the buttons for a while.
    await tab.page.reload();
    await tab.click('Delivered');
    await tab.waitForText('Invoice INV');
    expect((await newest()).status).toBe('delivered');
  });

  it("enters the carrier's bill and approves its variance", async () => {
    const { id, carrier, pro_number, total_charge_cents: quoted } = await newest();
    await goTo('/bills');
    await tab.click('Enter bill');
    await tab.setDate('bill_date', new Date().toISOString().slice(0, 10));
    for (const [name, text] of [
      ['bill_number', 'B-1001'],
      ['carrier', carrier.scac],
      ['pro_number', pro_number],
      ['total_cents', ((quoted + 5_000) / 100).toFixed(2)],
    ])
      await tab.page.locator(`[role="dialog"] [name="${name}"]`).fill(text!);
    await tab.click('Save & audit');
    await tab.waitForText('Quote vs. bill');
    expect(await tab.waitForText('Variance')).toContain('$50.00');
    await tab.click('Approve');
    await tab.page.locator('[role="dialog"] button::-p-text(Approve)').click();
    await tab.waitForText('Approved');
    await goTo(`/shipments/${id}`);
    await tab.waitForText('Adjusted by $50.00');
  });

  it('opens the invoice and records the payment', async () => {
    await tab.page.locator('a ::-p-text(INV-)').click();
    await tab.click('Show PDF');
    await tab.page.waitForSelector('iframe[title^="INV-"][src^="blob:"]');
    await tab.click('Record payment');
    await tab.waitForText('Paid in full.');
    const { data } = await service.get<{ data: object[] }>('/api/v1/invoices');
    expect(data).toMatchObject([{ status: 'paid', amount_remaining_cents: 0 }]);
  });

  it('finds the shipment by its PRO number and in the reports', async () => {
    const { pro_number, bol_number, total_charge_cents } = await newest();
    await tab.page.keyboard.press('/');
    await tab.page.keyboard.type(pro_number);
    await tab.page.keyboard.press('Enter');
    await tab.waitForText(bol_number);
    expect(tab.page.url()).toContain(`q=${pro_number}`);
    await goTo('/reports/spend');
    await tab.waitForText(dollars(total_charge_cents));
    await goTo('/reports/billing');
    await tab.waitForText('+$50.00');
  });
});
