import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { HTTPRequest, Page } from 'puppeteer';
import { type Chromium, launchChromium } from './chromium.js';

const MAX_PAGES = 3;
const RENDER_TIMEOUT_MS = 20_000;
/** A page whose process dies while it opens never says so. */
const OPEN_TIMEOUT_MS = 4_000;

/** What the browser needs to know; provided from the configuration. */
export class BrowserSettings {
  /** The Chromium to run. Without it: a system Chromium, else the one from the npm package. */
  readonly chromiumPath?: string;
}

/** A running Chromium and its pages that wait for work. */
interface Running {
  chromium: Chromium;
  idle: Page[];
}

class RenderTimeout extends Error {}

const crashed = new WeakSet<Page>();

/**
 * One Chromium, started by the first document, with a few pages that are used again and again. Pages run no
 * scripts and reach nothing outside the HTML they are given.
 */
@Injectable()
export class Browser implements OnApplicationShutdown {
  private readonly logger = new Logger(Browser.name);
  private readonly waiting: (() => void)[] = [];
  private running?: Promise<Running>;
  private busy = 0;
  private closed = false;

  constructor(private readonly settings: BrowserSettings) {}

  /** Prints one self-contained HTML document on the paper its `@page` rule names. */
  async pdf(html: string): Promise<Buffer> {
    await this.takeTurn();
    try {
      return await this.print(html).catch((error: unknown) => {
        if (error instanceof RenderTimeout || this.closed) throw error;
        this.logger.warn(`The browser failed, trying again: ${String(error)}`);
        return this.print(html);
      });
    } finally {
      this.endTurn();
    }
  }

  /** Shutdown, not module destroy: requests that still print are answered first. */
  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    const running = await this.running?.catch(() => undefined);
    await running?.chromium.stop();
  }

  private async print(html: string): Promise<Buffer> {
    const running = await this.ensureRunning();
    try {
      return await withTimeout(this.printOn(running, html), RENDER_TIMEOUT_MS, RenderTimeout);
    } catch (error) {
      // A page that does not come back means a browser that hangs.
      if (error instanceof RenderTimeout) await running.chromium.stop();
      throw error;
    }
  }

  private async printOn({ chromium, idle }: Running, html: string): Promise<Buffer> {
    const page = takeIdle(idle) ?? (await withTimeout(openPage(chromium), OPEN_TIMEOUT_MS));
    let onCrash!: (error: Error) => void;
    // A crashed page answers nothing any more: without this its request would wait for the time-out.
    const crash = new Promise<never>((_, reject) => page.on('error', (onCrash = reject)));
    try {
      const pdf = await Promise.race([draw(page, html), crash]);
      idle.push(page);
      return pdf;
    } catch (error) {
      // What ended this page may have ended the waiting ones: the next attempt gets a new page.
      for (const each of [page, ...idle.splice(0)]) void each.close().catch(() => undefined);
      throw error;
    } finally {
      page.off('error', onCrash);
    }
  }

  private async ensureRunning(): Promise<Running> {
    if (this.closed) throw new Error('The browser is closed');
    this.running ??= this.launch();
    const starting = this.running;
    const running = await starting.catch((error: unknown) => {
      if (this.running === starting) this.running = undefined;
      throw error;
    });
    if (running.chromium.browser.connected) return running;
    if (this.running === starting) this.running = undefined;
    return this.ensureRunning();
  }

  private async launch(): Promise<Running> {
    const chromium = await launchChromium(this.settings.chromiumPath);
    this.logger.log(`Started ${await chromium.browser.version()}`);
    return { chromium, idle: [] };
  }

  private async takeTurn(): Promise<void> {
    if (this.busy < MAX_PAGES) this.busy += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The turn passes to the longest waiting request, if any. */
  private endTurn(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.busy -= 1;
  }
}

/** A page whose process ended while it waited is of no use. */
function takeIdle(idle: Page[]): Page | undefined {
  const page = idle.pop();
  return page && crashed.has(page) ? takeIdle(idle) : page;
}

async function openPage(chromium: Chromium): Promise<Page> {
  const page = await chromium.browser.newPage();
  page.once('error', () => crashed.add(page));
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  page.on('request', (request) => void allowOnlyData(request));
  return page;
}

/** Fonts and pictures are part of the document (`data:`); whatever else it names stays unread, files too. */
async function allowOnlyData(request: HTTPRequest): Promise<void> {
  const inside = /^(data|about):/.test(request.url());
  await (inside ? request.continue() : request.abort('aborted')).catch(() => undefined);
}

async function draw(page: Page, html: string): Promise<Buffer> {
  await page.setContent(html, { waitUntil: 'load', timeout: RENDER_TIMEOUT_MS });
  return Buffer.from(
    await page.pdf({ preferCSSPageSize: true, printBackground: true, timeout: RENDER_TIMEOUT_MS }),
  );
}

async function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  Timeout: new (message: string) => Error = Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Timeout(`The browser took longer than ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
