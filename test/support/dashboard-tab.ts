import type { Browser, Page } from 'puppeteer';
import type { TestApp } from './app.js';

/** What showing a page may take on a machine that does other things too. */
const TIMEOUT_MS = 20_000;
/** Loaded without a network. A full Chromium shows a PDF with pages of its own (`chrome:`, `chrome-extension:`). */
const BROWSER_SCHEMES = /^(blob|data|about|chrome|chrome-extension):/;

/** A tab of the dashboard, and what may not happen in one. */
export interface DashboardTab {
  page: Page;
  /** Complaints of the page: errors of its script or its policy, requests that leave the origin. */
  pageErrors: string[];
  /** Fills a field by its name. */
  fill(name: string, text: string): Promise<void>;
  select(name: string, value: string): Promise<void>;
  /** Sets the day of a field: what is typed there depends on the browser's language. */
  setDate(name: string, day: string): Promise<void>;
  /** Presses what has this name for people who don't see it. */
  click(name: string): Promise<void>;
  /** Waits until the page shows the words, and answers all that it shows. */
  waitForText(words: string): Promise<string>;
}

interface TabOptions {
  width?: number;
  scheme?: 'light' | 'dark';
  /** Signed in with it from the start. */
  keys?: { test?: string; live?: string };
}

/** What the browser says by itself when the page's policy refuses something depends on what it is. */
const LOG_CSP_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('The policy refuses ' + event.violatedDirective + ' ' + event.blockedURI))`;
/** Past React, which remembers what it has set. */
const SET_VALUE = `(input, value) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}`;

export async function openTab(
  browser: Browser,
  app: Pick<TestApp, 'url'>,
  options: TabOptions = {},
): Promise<DashboardTab> {
  const { width = 1440, scheme = 'light', keys } = options;
  // A tab of its own does not know what another has stored.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  if (keys)
    await page.evaluateOnNewDocument(
      `sessionStorage.setItem('lading-keys', ${JSON.stringify(JSON.stringify(keys))})`,
    );
  await page.evaluateOnNewDocument(LOG_CSP_VIOLATIONS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // That the service refuses something is said where it was asked for.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(app.url) && !BROWSER_SCHEMES.test(url)) complaints.push(`asks for ${url}`);
  });
  page.on('dialog', (dialog) => {
    complaints.push(`says ${dialog.message()}`);
    void dialog.dismiss();
  });
  return {
    page,
    pageErrors: complaints,
    fill: (name, text) => page.locator(`[name="${name}"]`).fill(text),
    async select(name, value) {
      await page.waitForSelector(`[name="${name}"]`);
      await page.select(`[name="${name}"]`, value);
    },
    async setDate(name, day) {
      const input = await page.waitForSelector(`[name="${name}"]`);
      await page.evaluate(`(${SET_VALUE})(document.querySelector('[name="${name}"]'), '${day}')`);
      await input!.dispose();
    },
    click: (name) => page.locator(`::-p-aria(${name})`).click(),
    async waitForText(words) {
      const isShown = await page
        .waitForFunction(`document.body.innerText.includes(${JSON.stringify(words)})`)
        .catch(() => null);
      const text = (await page.evaluate('document.body.innerText')) as string;
      if (!isShown) throw new Error(`It never showed "${words}", but:\n${text}`);
      return text;
    },
  };
}
