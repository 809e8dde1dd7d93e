import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer';
import type { Role } from '../../src/platform/auth/roles.js';
import { MemberAdmin } from '../../src/features/members/member-admin.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { buildDashboard } from '../support/build-if-stale.js';
import { openBrowser } from '../support/chromium.js';
import { openTab } from '../support/dashboard-tab.js';

describe('dashboard users', () => {
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

  /** Opens a tab at the sign-in link of a new member. */
  async function tabOf(role: Role) {
    const email = `${role}@acme.example`;
    const { link } = await app.app.get(MemberAdmin).add(acme.id, { email, role }, app.url);
    const tab = await openTab(browser, app);
    await tab.page.goto(link);
    return { ...tab, email };
  }

  it('sign in by a link that opening does not use up, work in both modes, and sign out', async () => {
    const { page, click: press, waitForText: shows, pageErrors: complaints, email } = await tabOf('admin');
    await shows('The link works once');
    await page.reload();
    expect(await shows('The link works once')).toContain(`Sign in to Test as ${email}.`);
    await press('Sign in');
    await shows('No shipments yet');
    expect(page.url()).not.toContain('token');
    expect(await shows(email)).toContain('Test mode');

    await page.locator('::-p-text(Live)').click();
    await shows('Live mode');
    await page.goto(`${app.url}/app/settings/members`);
    await shows(email);
    expect(await shows('Live mode')).toContain('Invite member');

    await press('Sign out');
    await shows('API key');
    await page.goto(`${app.url}/app/shipments`);
    await shows('API key');
    expect(complaints).toEqual([]);
  }, 60_000);

  it('sign in by a link pasted into an open sign-in page', async () => {
    const { link } = await app.app
      .get(MemberAdmin)
      .add(acme.id, { email: 'pasting@acme.example', role: 'viewer' }, app.url);
    const { page, click: press, waitForText: shows } = await openTab(browser, app);
    await page.goto(`${app.url}/app/sign-in`);
    await shows('API key');
    // Only the fragment differs, as when the link is pasted.
    await page.goto(link);
    await shows('The link works once');
    await press('Sign in');
    await shows('No shipments yet');
  }, 60_000);

  it('sign in with a valid API key', async () => {
    const {
      page,
      fill,
      click: press,
      waitForText: shows,
      pageErrors: complaints,
    } = await openTab(browser, app);
    await page.goto(`${app.url}/app`);
    await fill('key', 'nobody');
    await press('Sign in with key');
    await shows('Invalid API key');
    await fill('key', 'fk_test_nobody');
    await press('Sign in with key');
    await shows('Request ID: req_');
    await fill('key', acme.testKey);
    await press('Sign in with key');
    await shows('No shipments yet');
    await shows('Test mode');
    expect(complaints).toEqual([]);
  }, 60_000);

  it('see only the pages of their role', async () => {
    const { click: press, waitForText: shows, page } = await tabOf('viewer');
    await press('Sign in');
    const text = await shows('Shipments');
    await shows('No shipments yet');
    expect(text).not.toContain('Carrier bills');
    await page.goto(`${app.url}/app/developers`);
    expect(await shows('Events')).not.toContain('Keys');
    expect(page.url()).toBe(`${app.url}/app/developers/webhooks`);
    await page.goto(`${app.url}/app/edi/files`);
    expect(await shows('No EDI files yet')).not.toContain('Upload file');
  }, 60_000);
});
