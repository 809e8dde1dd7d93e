import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { buildDashboard } from '../support/built.js';
import { openBrowser } from '../support/chromium.js';
import { openTab } from '../support/dashboard.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { LOCAL } from '../support/webhooks.js';

describe("the developer's day", () => {
  let app: TestApp;
  let acme: TestOrganization;
  let browser: Browser;
  let receiver: Receiver;

  beforeAll(async () => {
    buildDashboard();
    app = await startApp(LOCAL);
    acme = await app.organization();
    receiver = await startReceiver();
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await app.close();
    await receiver.close();
  });

  it('goes from a key over an endpoint and a simulated event to its delivery, sent again', async () => {
    const tab = await openTab(browser, app, { keys: { test: acme.testKey } });
    const { page, fill, press, shows } = tab;
    const secret = async () =>
      page.$eval('[data-secret]', (part) => (part as { textContent: string }).textContent);

    await page.goto(`${app.url}/app/developers/keys`);
    await press('New test key');
    await fill('name', 'Order system');
    await press('Make the key');
    await shows('shown this once');
    const key = await secret();
    await app.client(key).get('/api/v1/limits').expect(200);

    await page.goto(`${app.url}/app/developers/webhooks`);
    await shows('No endpoints yet');
    await press('New endpoint');
    await page.locator('[name="customer.created"]').click();
    await fill('url', 'nowhere');
    await press('Make the endpoint');
    await shows('Request req_');
    await fill('url', `${receiver.url}/hooks`);
    await press('Make the endpoint');
    await shows('signing secret is shown this once');
    expect(await secret()).toMatch(/^whsec_/);
    await press('To the endpoint');

    await press('Send a test event');
    expect((await receiver.wait(1))[0]).toMatchObject({ body: { type: 'webhook.test' } });
    await shows('Delivered');

    await page.goto(`${app.url}/app/developers/sandbox`);
    await press('customer.created');
    const [, simulated] = await receiver.wait(2);
    expect(simulated!.body.type).toBe('customer.created');
    await shows(simulated!.body.id);

    await page.goto(`${app.url}/app/developers/webhooks/1`);
    await page.locator('table ::-p-text(customer.created)').click();
    await shows('Try 1');
    await press('Send again');
    expect((await receiver.wait(3))[2]!.body.id).toBe(simulated!.body.id);

    await page.goto(`${app.url}/app/developers/requests`);
    await shows('POST /api/v1/webhooks');
    expect(tab.complaints).toEqual([]);
  }, 90_000);
});
