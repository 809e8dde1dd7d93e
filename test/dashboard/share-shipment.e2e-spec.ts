import axe, { type AxeResults } from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { buildDashboard } from '../support/build-if-stale.js';
import { openBrowser } from '../support/chromium.js';
import { openTab } from '../support/dashboard-tab.js';
import { newFreight } from '../support/factories.js';

const MINUTES = 60_000;
const PHONE = 390;

describe('sharing a shipment', () => {
  let app: TestApp;
  let org: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    buildDashboard();
    app = await startApp();
    org = await app.organization();
    browser = await openBrowser();
  }, 2 * MINUTES);
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it(
    'creates and revokes the link and lists recipients, without accessibility violations on the tracking page',
    async () => {
      const { id } = await newFreight(org.test);
      await org.test
        .post('/api/v1/sandbox/simulate/shipment.in_transit')
        .send({ shipment_id: id })
        .expect(200);
      const tab = await openTab(browser, app, { keys: { test: org.testKey } });
      const { page } = tab;
      const link = async () =>
        (await org.test.get(`/api/v1/freight/${id}`).expect(200)).body.tracking_page_url;
      const shot = async (name: string) => {
        if (process.env.SCREENSHOTS)
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });
      };
      await page.goto(`${app.url}/app/shipments/${id}`, { waitUntil: 'domcontentloaded' });
      await tab.waitForText('Share tracking');
      await tab.click('Create link');
      await tab.waitForText('Email updates');
      const url = await link();
      await tab.waitForText(url);
      await tab.fill('recipient', 'dock@lakeside.example');
      await tab.click('Add recipient');
      await tab.waitForText('dock@lakeside.example');
      await tab.waitForText('In test mode, email updates go to the owner');
      await page.evaluate(axe.source);
      const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
      expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
      await shot('share-1440');
      await page.setViewport({ width: PHONE, height: 844 });
      await page.waitForFunction(`document.documentElement.scrollWidth <= ${PHONE}`);
      await shot('share-390');
      await page.setViewport({ width: 1440, height: 900 });

      const visitor = (await openTab(browser, app, { width: PHONE })).page;
      await visitor.setBypassCSP(true);
      for (const scheme of ['light', 'dark'] as const) {
        await visitor.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await visitor.goto(url);
        expect(await visitor.evaluate('document.documentElement.scrollWidth')).toBe(PHONE);
        await visitor.evaluate(axe.source);
        const seen = (await visitor.evaluate('axe.run()')) as AxeResults;
        expect(seen.violations.map(({ id: rule, nodes }) => `${rule} ${nodes[0]!.html}`)).toEqual([]);
      }

      await tab.click('Revoke');
      await page.waitForSelector('[role="dialog"]');
      await page.locator('[role="dialog"] button::-p-text(Revoke)').click();
      await tab.waitForText('Create link');
      expect(await link()).toBeNull();
      expect((await visitor.goto(url))!.status()).toBe(404);
      expect(tab.pageErrors).toEqual([]);
    },
    2 * MINUTES,
  );
});
