import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { verifyWebhook } from '../../sdk/src/webhooks.js';
import { openBrowser } from '../support/chromium.js';
import { openTab, type DashboardTab } from '../support/dashboard-tab.js';
import { eventually } from '../support/eventually.js';
import { startInstallation, type Installation } from '../support/installation.js';
import { respondWith, startReceiver, type ReceivedDelivery, type Receiver } from '../support/receiver.js';
import { LOCAL_WEBHOOK_ENV } from '../support/fixture.js';

describe("the developer's day, from an empty install", () => {
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
  /** What is shown this once. */
  const shownSecret = () =>
    tab.page.$eval('[data-secret]', (part) => (part as { textContent: string }).textContent);
  const verified = ({ rawBody: raw, headers }: ReceivedDelivery, by = secret) =>
    verifyWebhook(raw, headers, by);
  /** What a program that has the key gets. */
  const ask = async (path: string) =>
    (await fetch(service.url + path, { headers: { Authorization: `Bearer ${key}` } })).status;
  const arrived = async (count: number) => (await receiver.waitForDeliveries(count))[count - 1]!;

  it('begins with the printed link, and a key for a program', async () => {
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

  it('registers an endpoint, whose secret is shown once', async () => {
    await goTo('/webhooks');
    await tab.waitForText('No endpoints yet');
    await tab.click('New endpoint');
    await tab.page.locator('[name="customer.created"]').click();
    await tab.fill('url', 'nowhere');
    await tab.click('Create endpoint');
    await tab.waitForText('Request req_');
    await tab.fill('url', `${receiver.url}/hooks`);
    await tab.click('Create endpoint');
    await tab.waitForText('Copy the signing secret now');
    secret = await shownSecret();
    await tab.click('Open endpoint');
    await tab.click('Send test event');
    expect(await verified(await arrived(1))).toMatchObject({ type: 'webhook.test' });
    await tab.waitForText('Delivered');
  });

  it('simulates an event, which its receiver takes only at the second try', async () => {
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

  it('looks at its delivery, try by try, with what was answered', async () => {
    await goTo('/webhooks/1');
    await tab.page.locator('table ::-p-text(customer.created)').click();
    await tab.waitForText('Attempt 2');
    const text = await tab.waitForText('Out of order');
    expect(text).toMatch(/Attempt 1[^]*500[^]*Attempt 2[^]*200/);
    await tab.waitForText('Payload');
  });

  it('sends it again, the same event as a delivery of its own', async () => {
    await tab.click('Send again');
    expect((await verified(await arrived(4))).id).toBe(receiver.received[1]!.body.id);
    await tab.waitForText('Sent again');
  });

  it('rotates the secret: what comes then is signed with the new one alone', async () => {
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

  it('finds what was asked, and what was refused, in the request log', async () => {
    expect(await ask('/api/v1/freight/77')).toBe(404);
    // What was asked is written down within a moment.
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
