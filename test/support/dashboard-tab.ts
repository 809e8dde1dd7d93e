import type { Browser, Page } from 'puppeteer';
import type { TestApp } from './app.js';

/** A page may take this long on a busy machine. */
const TIMEOUT_MS = 20_000;
/** Schemes that need no network. A full Chromium shows a PDF with pages of `chrome:` and `chrome-extension:`. */
const BROWSER_SCHEMES = /^(blob|data|about|chrome|chrome-extension):/;

/** A tab of the dashboard that records page errors. */
export interface DashboardTab {
  page: Page;
  /** Errors of the page's scripts or policy, and requests that leave the origin. */
  pageErrors: string[];
  /** Fills a field by its name. */
  fill(name: string, text: string): Promise<void>;
  select(name: string, value: string): Promise<void>;
  /** Sets the date of a field. Typing would depend on the browser's language. */
  setDate(name: string, day: string): Promise<void>;
  /** Clicks the element with this accessible name. */
  click(name: string): Promise<void>;
  /** Waits until the page shows the words. Returns the whole text of the page. */
  waitForText(words: string): Promise<string>;
}

interface TabOptions {
  width?: number;
  scheme?: 'light' | 'dark';
  /** The keys that the tab is signed in with. */
  keys?: { test?: string; live?: string };
}

/** Logs violations of the content security policy. The browser's own message depends on the kind of violation. */
const LOG_CSP_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('The policy refuses ' + event.violatedDirective + ' ' + event.blockedURI))`;
/** Bypasses React, which tracks the values that it has set. */
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
  // A separate context does not share storage with other tabs.
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
    // The test that makes a failing request asserts the failure itself.
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
      if (!isShown) throw new Error(`Timed out waiting for "${words}" on the page:\n${text}`);
      return text;
    },
  };
}
