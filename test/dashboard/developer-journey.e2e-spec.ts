import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { verifyWebhook } from '../../sdk/src/webhooks.js';
import { openBrowser } from '../support/chromium.js';
import { openTab, type DashboardTab } from '../support/dashboard-tab.js';
import { eventually } from '../support/eventually.js';
import { startInstallation, type Installation } from '../support/installation.js';
import { respondWith, startReceiver, type ReceivedDelivery, type Receiver } from '../support/receiver.js';
import { LOCAL_WEBHOOK_ENV } from '../support/fixture.js';

describe('a developer with a new installation', () => {
  let service: Installation;
  let browser: Browser;
  let receiver: Receiver;
  let tab: DashboardTab;
  let key: string;
  let secret: string;

  beforeAll(async () => {
    service = await startInstallation(LOCAL_WEBHOOK_ENV);
    receiver = await startReceiver();
    browser = await openBrowser();
    tab = await openTab(browser, service);
  }, 240_000);
  afterEach(() => expect(tab.pageErrors).toEqual([]));
  afterAll(async () => {
    await browser.close();
    await service.stop();
    await receiver.close();
  });

  const goTo = (path: string) => tab.page.goto(`${service.url}/app/developers${path}`);
  /** Returns the secret that the page shows once. */
  const shownSecret = () =>
    tab.page.$eval('[data-secret]', (part) => (part as { textContent: string }).textContent);
  const verified = ({ rawBody: raw, headers }: ReceivedDelivery, by = secret) =>
    verifyWebhook(raw, headers, by);
  /** Calls the API with the new key. */
  const ask = async (path: string) =>
    (await fetch(service.url + path, { headers: { Authorization: `Bearer ${key}` } })).status;
  const arrived = async (count: number) => (await receiver.waitForDeliveries(count))[count - 1]!;

  it('signs in with the printed link and creates an API key', async () => {
    await tab.page.goto(service.signInLink);
    await tab.click('Sign in');
    await tab.waitForText('No shipments yet');
    await goTo('/keys');
    await tab.click('New test key');
    await tab.fill('name', 'Order system');
    await tab.click('Create key');
    await tab.waitForText('shown only once');
    key = await shownSecret();
    expect(await ask('/api/v1/limits')).toBe(200);
  });

  it('creates a webhook endpoint, whose secret is shown once', async () => {
    await goTo('/webhooks');
    await tab.waitForText('No endpoints yet');
    await tab.click('New endpoint');
    await tab.page.locator('[name="customer.created"]').click();
    await tab.fill('url', 'nowhere');
    await tab.click('Create endpoint');
    await tab.waitForText('Request ID: req_');
    await tab.fill('url', `${receiver.url}/hooks`);
    await tab.click('Create endpoint');
    await tab.waitForText('Copy the signing secret now');
    secret = await shownSecret();
    await tab.click('Open endpoint');
    await tab.click('Send test event');
    expect(await verified(await arrived(1))).toMatchObject({ type: 'webhook.test' });
    await tab.waitForText('Delivered');
  });

  it('simulates an event, which the receiver accepts at the second attempt', async () => {
    receiver.responder = (delivery, response) => {
      receiver.responder = respondWith(200);
      return respondWith(500, {}, 'Out of order')(delivery, response);
    };
    await goTo('/sandbox');
    await tab.click('customer.created');
    const [first, second] = [await arrived(2), await arrived(3)];
    expect(second.body).toEqual(first.body);
    await tab.waitForText(first.body.id);
  });

  it('sees each delivery attempt with its response', async () => {
    await goTo('/webhooks/1');
    await tab.page.locator('table ::-p-text(customer.created)').click();
    await tab.waitForText('Attempt 2');
    const text = await tab.waitForText('Out of order');
    expect(text).toMatch(/Attempt 1[^]*500[^]*Attempt 2[^]*200/);
    await tab.waitForText('Payload');
  });

  it('sends the event again as a new delivery', async () => {
    await tab.click('Resend');
    expect((await verified(await arrived(4))).id).toBe(receiver.received[1]!.body.id);
    await tab.waitForText('Resent as a new delivery.');
  });

  it('rotates the secret, which alone signs the next delivery', async () => {
    await goTo('/webhooks/1');
    await tab.click('Rotate secret');
    await tab.page.locator('[role="dialog"] ::-p-text(Rotate secret)').click();
    await tab.waitForText('New signing secret');
    const before = secret;
    secret = await shownSecret();
    expect(secret).not.toBe(before);
    await tab.click('Done');
    await tab.page.waitForFunction(`!document.querySelector('[role="dialog"]')`);
    await tab.click('Send test event');
    const delivery = await arrived(5);
    expect(await verified(delivery)).toMatchObject({ type: 'webhook.test' });
    await expect(verified(delivery, before)).rejects.toMatchObject({ code: 'invalid_signature' });
  });

  it('finds requests and rejected requests in the request log', async () => {
    expect(await ask('/api/v1/freight/77')).toBe(404);
    // The request log is written asynchronously.
    await eventually(async () => {
      await goTo('/requests');
      return (await tab.waitForText('POST /api/v1/webhooks')).includes('/api/v1/freight/77');
    });
    await tab.select('outcome', 'refused');
    await tab.page.waitForFunction(`!document.querySelector('table').innerText.includes('Succeeded')`);
    expect(await tab.waitForText('POST /api/v1/webhooks')).toMatch(
      /GET \/api\/v1\/freight\/\S+[^]*404 resource_missing/,
    );
    expect(tab.page.url()).toContain('outcome=refused');
  });
});
