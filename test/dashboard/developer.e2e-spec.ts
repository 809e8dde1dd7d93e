import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { verifyWebhook } from '../../sdk/src/webhooks.js';
import { openBrowser } from '../support/chromium.js';
import { openTab, type Tab } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { install, type Install } from '../support/install.js';
import { answer, startReceiver, type Received, type Receiver } from '../support/receiver.js';
import { LOCAL } from '../support/webhooks.js';

describe("the developer's day, from an empty install", () => {
  let service: Install;
  let browser: Browser;
  let receiver: Receiver;
  let tab: Tab;
  let key: string;
  let secret: string;

  beforeAll(async () => {
    service = await install(LOCAL);
    receiver = await startReceiver();
    browser = await openBrowser();
    tab = await openTab(browser, service);
  }, 240_000);
  afterEach(() => expect(tab.complaints).toEqual([]));
  afterAll(async () => {
    await browser.close();
    await service.stop();
    await receiver.close();
  });

  const goTo = (path: string) => tab.page.goto(`${service.url}/app/developers${path}`);
  /** What is shown this once. */
  const shownSecret = () =>
    tab.page.$eval('[data-secret]', (part) => (part as { textContent: string }).textContent);
  const verified = ({ raw, headers }: Received, by = secret) => verifyWebhook(raw, headers, by);
  /** What a program that has the key gets. */
  const ask = async (path: string) =>
    (await fetch(service.url + path, { headers: { Authorization: `Bearer ${key}` } })).status;
  const arrived = async (count: number) => (await receiver.wait(count))[count - 1]!;

  it('begins with the printed link, and a key for a program', async () => {
    await tab.page.goto(service.link);
    await tab.press('Sign in');
    await tab.shows('No shipments yet');
    await goTo('/keys');
    await tab.press('New test key');
    await tab.fill('name', 'Order system');
    await tab.press('Make the key');
    await tab.shows('shown this once');
    key = await shownSecret();
    expect(await ask('/api/v1/limits')).toBe(200);
  });

  it('registers an endpoint, whose secret is shown once', async () => {
    await goTo('/webhooks');
    await tab.shows('No endpoints yet');
    await tab.press('New endpoint');
    await tab.page.locator('[name="customer.created"]').click();
    await tab.fill('url', 'nowhere');
    await tab.press('Make the endpoint');
    await tab.shows('Request req_');
    await tab.fill('url', `${receiver.url}/hooks`);
    await tab.press('Make the endpoint');
    await tab.shows('signing secret is shown this once');
    secret = await shownSecret();
    await tab.press('To the endpoint');
    await tab.press('Send a test event');
    expect(await verified(await arrived(1))).toMatchObject({ type: 'webhook.test' });
    await tab.shows('Delivered');
  });

  it('simulates an event, which its receiver takes only at the second try', async () => {
    receiver.answer = (delivery, response) => {
      receiver.answer = answer(200);
      return answer(500, {}, 'Out of order')(delivery, response);
    };
    await goTo('/sandbox');
    await tab.press('customer.created');
    const [first, second] = [await arrived(2), await arrived(3)];
    expect(second.body).toEqual(first.body);
    await tab.shows(first.body.id);
  });

  it('looks at its delivery, try by try, with what was answered', async () => {
    await goTo('/webhooks/1');
    await tab.page.locator('table ::-p-text(customer.created)').click();
    await tab.shows('Try 2');
    const text = await tab.shows('Out of order');
    expect(text).toMatch(/Try 1[^]*500[^]*Try 2[^]*200/);
    await tab.shows('What was sent');
  });

  it('sends it again, the same event as a delivery of its own', async () => {
    await tab.press('Send again');
    expect((await verified(await arrived(4))).id).toBe(receiver.received[1]!.body.id);
    await tab.shows('Sent again');
  });

  it('rotates the secret: what comes then is signed with the new one alone', async () => {
    await goTo('/webhooks/1');
    await tab.press('Rotate secret');
    await tab.page.locator('[role="dialog"] ::-p-text(Rotate secret)').click();
    await tab.shows('The new secret');
    const before = secret;
    secret = await shownSecret();
    expect(secret).not.toBe(before);
    await tab.press('I have it');
    await tab.page.waitForFunction(`!document.querySelector('[role="dialog"]')`);
    await tab.press('Send a test event');
    const delivery = await arrived(5);
    expect(await verified(delivery)).toMatchObject({ type: 'webhook.test' });
    await expect(verified(delivery, before)).rejects.toMatchObject({ code: 'invalid_signature' });
  });

  it('finds what was asked, and what was refused, in the request log', async () => {
    expect(await ask('/api/v1/freight/77')).toBe(404);
    // What was asked is written down within a moment.
    await eventually(async () => {
      await goTo('/requests');
      return (await tab.shows('POST /api/v1/webhooks')).includes('/api/v1/freight/77');
    });
    await tab.choose('outcome', 'refused');
    await tab.page.waitForFunction(`!document.querySelector('table').innerText.includes('Succeeded')`);
    expect(await tab.shows('POST /api/v1/webhooks')).toMatch(
      /GET \/api\/v1\/freight\/\S+[^]*404 resource_missing/,
    );
    expect(tab.page.url()).toContain('outcome=refused');
  });
});
