import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { buildDashboard } from '../support/build-if-stale.js';
import { openBrowser } from '../support/chromium.js';
import { openTab, type DashboardTab } from '../support/dashboard-tab.js';
import { buildFile, type EdiFile } from '../support/edi.js';
import { freightRequest, newQuote } from '../support/factories.js';

const MINUTES = 60_000;
const STATUS = ['214', ['B10', '999111222', '', 'ACME'], ['LX', '1'], ['AT7', 'X6', 'NS']];
const MALFORMED = [
  '214',
  ['B10', '999111222', '', 'ACME'],
  ['LX', '1'],
  ['AT7', 'X6', 'NS', '', '', '20261399'],
];

describe('a coordinator in the dashboard', () => {
  let app: TestApp;
  let org: TestOrganization;
  let browser: Browser;
  let tab: DashboardTab;
  let folder: string;

  beforeAll(async () => {
    buildDashboard();
    folder = mkdtempSync(join(tmpdir(), 'lading-edi-'));
    app = await startApp();
    org = await app.organization();
    browser = await openBrowser();
    tab = await openTab(browser, app, { keys: { test: org.testKey } });
  }, 2 * MINUTES);
  afterEach(() => expect(tab.pageErrors).toEqual([]));
  afterAll(async () => {
    await browser.close();
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const get = async (path: string) => (await org.test.get(`/api/v1/${path}`).expect(200)).body;
  const goTo = (path: string) => tab.page.goto(`${app.url}/app${path}`, { waitUntil: 'domcontentloaded' });
  const clickText = (text: string) => tab.page.locator(`::-p-text(${text})`).click();
  const fillInDialog = (name: string, text: string) =>
    tab.page.locator(`[role="dialog"] [name="${name}"]`).fill(text);
  const confirm = async (label: string) => {
    await tab.click(label);
    await tab.page.locator(`[role="dialog"] button::-p-text(${label})`).click();
  };
  /** Returns a delivered shipment and its invoice. */
  const deliver = async (rating: object = {}) => {
    const quote = await newQuote(org.test, { ...rating });
    const { body } = await org.test.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201);
    const { id } = body as { id: number };
    await org.test.post(`/api/v1/freight/${id}/book`).send({}).expect(200);
    await org.test.post('/api/v1/sandbox/simulate/shipment.delivered').send({ shipment_id: id }).expect(200);
    const [invoice] = (await get(`invoices?freight_id=${id}`)).data;
    return { id, invoice };
  };
  /** Waits until the address is that of another invoice, and returns its number. */
  const waitForInvoice = async (otherThan: number) => {
    await tab.page.waitForFunction(
      `/invoices\\/\\d+$/.test(location.pathname) && !location.pathname.endsWith('/${otherThan}')`,
    );
    return get(`invoices/${new URL(tab.page.url()).pathname.split('/').at(-1)}`);
  };

  it(
    'bills extra charges, issues a credit memo and shows both on the statement of account',
    async () => {
      const { body: customer } = await org.test
        .post('/api/v1/customers')
        .send({ name: 'Ann Lee', company: 'Lakeside Stores' })
        .expect(201);
      const { id, invoice: issued } = await deliver({ customer_id: customer.id });

      await goTo(`/shipments/${id}`);
      await tab.page.locator('a::-p-text(New invoice)').click();
      await tab.page.waitForSelector('[name="line_items.0.amount_cents"]');
      await tab.fill('line_items.0.amount_cents', '125.00');
      await tab.click('Issue invoice');
      await tab.waitForText('Request ID: req_');
      await tab.fill('line_items.0.description', 'Detention, 2 hours');
      await clickText('Add line');
      await tab.select('line_items.1.type', 'discount');
      await tab.fill('line_items.1.description', 'Goodwill');
      await tab.fill('line_items.1.amount_cents', '-25.00');
      await tab.waitForText('Total before taxes: $100.00');
      await tab.click('Issue invoice');
      const extra = await waitForInvoice(issued.id);
      expect(extra).toMatchObject({ amount_cents: 10_000, supplements_invoice_id: issued.id });

      await tab.click('Credit');
      await tab.waitForText('Available to credit: $100.00');
      await fillInDialog('amount_cents', '100.01');
      await fillInDialog('reason', 'Late delivery');
      await tab.click('Issue credit memo');
      await tab.waitForText('Request ID: req_');
      await fillInDialog('amount_cents', '40.00');
      await tab.click('Issue credit memo');
      await tab.waitForText('Available to credit, without taxes: $60.00');

      await goTo('/customers');
      await tab.page.locator('table button::-p-text(Ann Lee)').click();
      await tab.select('invoice_form', 'all_in');
      await tab.click('Save');
      await tab.waitForText('Saved.');
      await tab.page.waitForSelector('[role="dialog"]', { hidden: true });
      expect((await get(`customers/${customer.id}`)).invoice_form).toBe('all_in');
      await tab.page.locator('table button::-p-text(Ann Lee)').click();
      await tab.page.locator('a::-p-text(Statement of account)').click();
      await tab.waitForText('Statement of account: Lakeside Stores');
      await tab.waitForText('3 unpaid invoices and credits in USD');
      await tab.waitForText('-$40.00');
      const csv = tab.page.waitForResponse((response) =>
        (response.headers()['content-type'] ?? '').startsWith('text/csv'),
      );
      await tab.click('Download CSV');
      const { pathname, searchParams } = new URL((await csv).url());
      expect([pathname, searchParams.get('currency')]).toEqual([
        `/api/v1/customers/${customer.id}/statement`,
        'USD',
      ]);
      await org.test
        .post(`/api/v1/invoices/${issued.id}/pay`)
        .send({ method: 'check', reference: 'CHK-20417' })
        .expect(200);
      await tab.select('show', 'all');
      await tab.waitForText('check, CHK-20417');
      const today = new Date().toISOString().slice(0, 10);
      await tab.setDate('due_date[lte]', today);
      await tab.waitForText('No matches');
      await tab.click('Show PDF');
      await tab.page.waitForSelector(`iframe[title="statement-${customer.id}"][src^="blob:"]`);
    },
    2 * MINUTES,
  );

  it(
    'issues an invoice again after voiding it',
    async () => {
      const { id, invoice: issued } = await deliver();
      await goTo(`/invoices/${issued.id}`);
      await confirm('Void');
      await tab.waitForText('Invoice voided.');
      await confirm('Reissue');
      expect(await waitForInvoice(issued.id)).toMatchObject({
        status: 'open',
        amount_cents: issued.amount_cents,
        freight_id: id,
      });
    },
    2 * MINUTES,
  );

  it(
    'adds a trading partner, uploads its file, reads the errors and replays the unmatched document',
    async () => {
      await goTo('/edi/partners');
      await clickText('New trading partner');
      await tab.fill('name', 'Acme Freight');
      await fillInDialog('scac', 'ACME');
      await tab.fill('isa_qualifier', '02');
      await tab.fill('isa_id', 'ACME');
      await tab.fill('own_isa_qualifier', 'ZZ');
      await tab.fill('own_isa_id', 'ACMEMFG');
      await tab.click('Save');
      await tab.waitForText('02 / ACME');
      const [partner] = (await get('edi/partners')).data;
      expect(partner).toMatchObject({ usage: 'P', inbound: ['210', '214', '990'], outbound: ['997'] });

      const path = join(folder, 'status.edi');
      writeFileSync(path, buildFile({ sets: [STATUS, MALFORMED] as EdiFile['sets'] }));
      await goTo('/edi/files');
      await clickText('Upload file');
      await tab.page.waitForSelector(`[role="dialog"] option[value="${partner.id}"]`);
      await tab.page.select('[role="dialog"] [name="partner_id"]', String(partner.id));
      const [chooser] = await Promise.all([tab.page.waitForFileChooser(), clickText('Choose file')]);
      await chooser.accept([path]);
      await tab.waitForText('The date is invalid. (code 8)');
      await tab.waitForText('Unmatched');
      await tab.click('Show text');
      await tab.waitForText('B10*999111222**ACME~\nLX*1~');

      const [inbound] = (await get('edi/interchanges?direction=inbound')).data;
      await org.test
        .post('/api/v1/tracking')
        .send({ tracking_number: '999111222', carrier: 'ACME' })
        .expect(201);
      await confirm('Replay');
      await tab.waitForText('File processed again.');
      await tab.waitForText('Accepted');
      expect((await get(`edi/documents?interchange_id=${inbound.id}&status=unmatched`)).data).toEqual([]);
      await goTo('/edi/unmatched');
      await tab.waitForText('No unmatched documents');
      await goTo('/edi/files?direction=outbound');
      await tab.waitForText(`997 Acknowledgment of file ${inbound.id}`);
    },
    2 * MINUTES,
  );
});
