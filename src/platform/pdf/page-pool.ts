import type { HTTPRequest, Page } from 'puppeteer';
import { withDeadline } from '../async/with-deadline.js';
import { isResponsive, type Chromium, buildHungError } from './chromium.js';
import { MAX_CONCURRENT_PAGES } from './print-queue.js';
import { PrinterBusyError } from './printer.js';

/** A page whose process dies while it opens reports no error. */
const OPEN_TIMEOUT_MS = 4_000;
const REPLACE_TIMEOUT_MS = 2_000;

/** The browser responds but does not open a page in time. */
export class PageOpenTimeoutError extends PrinterBusyError {}

/** Reuses the pages of one Chromium. Pages run no scripts and load nothing outside of their HTML. */
export class PagePool {
  private readonly idle: Page[] = [];
  private readonly crashed = new WeakSet<Page>();

  constructor(private readonly chromium: Chromium) {}

  /** @throws PrinterHungError, PageOpenTimeoutError */
  async acquire(): Promise<Page> {
    const page = this.idle.pop();
    if (!page) return this.openWithTimeout();
    if (!this.crashed.has(page)) return page;
    void close(page);
    return this.acquire();
  }

  release(page: Page): void {
    if (this.idle.length < MAX_CONCURRENT_PAGES) this.idle.push(page);
    else void close(page);
  }

  /** Closes the page and opens a new one, unless that takes too long. */
  async replace(page: Page): Promise<void> {
    const replacement = async (late: AbortSignal): Promise<void> => {
      await close(page);
      this.release(await this.open(late));
    };
    await withDeadline(REPLACE_TIMEOUT_MS, replacement, () => undefined).catch(() => undefined);
  }

  /** Also closes idle pages, which the same failure may have hit. */
  discardWithIdle(page: Page): void {
    for (const each of [page, ...this.idle.splice(0)]) void close(each);
  }

  /** A page that opens during the check after the timeout is still used. */
  private async openWithTimeout(): Promise<Page> {
    const late = new AbortController();
    return withDeadline(
      OPEN_TIMEOUT_MS,
      () => this.open(late.signal),
      () => this.throwOpenTimeout(late),
    );
  }

  private async open(late: AbortSignal): Promise<Page> {
    late.throwIfAborted();
    const page = await this.chromium.browser.newPage();
    try {
      page.once('error', () => this.crashed.add(page));
      await page.setJavaScriptEnabled(false);
      await page.setRequestInterception(true);
      page.on('request', (request) => void allowOnlyData(request));
      late.throwIfAborted();
      return page;
    } catch (error) {
      void close(page);
      throw error;
    }
  }

  private async throwOpenTimeout(late: AbortController): Promise<never> {
    const alive = await isResponsive(this.chromium);
    late.abort();
    throw alive ? new PageOpenTimeoutError(`No page opened in ${OPEN_TIMEOUT_MS} ms`) : buildHungError();
  }
}

async function close(page: Page): Promise<void> {
  await page.close().catch(() => undefined);
}

/** Fonts and images are `data:` URLs. All other requests are blocked, including files. */
async function allowOnlyData(request: HTTPRequest): Promise<void> {
  const inside = /^(data|about):/.test(request.url());
  await (inside ? request.continue() : request.abort('aborted')).catch(() => undefined);
}
