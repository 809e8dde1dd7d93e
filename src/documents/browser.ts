import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { HTTPRequest, Page } from 'puppeteer';
import { within } from '../outbound/deadline.js';
import { ApiError } from '../http/errors/api-error.js';
import { answers, type Chromium, ChromiumMissing, hasChromium, launchChromium } from './chromium.js';
import { PrintQueue } from './print-queue.js';
import {
  Printer,
  PrinterBusy,
  PrinterHangs,
  type Page as PrintedPage,
  type PrinterSettings,
} from './printer.js';
import { Pulse } from './pulse.js';

const RENDER_TIMEOUT_MS = 20_000;
/** A page whose process dies while it opens never says so. */
const OPEN_TIMEOUT_MS = 4_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** What the browser needs to know; provided from the configuration. */
export class BrowserSettings implements PrinterSettings {
  /** The Chromium to run. Without it: a system Chromium, else the one from the npm package. */
  readonly chromiumPath?: string;
  readonly deadlineMs?: number;
  readonly cacheBytes?: number;
}

/** A running Chromium and its pages that wait for work. */
interface Running {
  chromium: Chromium;
  idle: Page[];
  pulse: Pulse;
}

const crashed = new WeakSet<Page>();

/**
 * One Chromium, started by the first document, with a few pages that are used again and again. Pages run no
 * scripts and reach nothing outside the HTML they are given.
 */
@Injectable()
export class Browser extends Printer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Browser.name);
  private readonly queue = new PrintQueue();
  private running?: Promise<Running>;
  private readonly closing = new AbortController();

  constructor(private readonly settings: BrowserSettings) {
    super(settings);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!(await hasChromium(this.settings.chromiumPath)))
      this.logger.warn(`PDFs fail: ${new ChromiumMissing().message}`);
  }

  override answers(): Promise<null> {
    return Promise.resolve(null);
  }

  protected override async print(page: PrintedPage, owner: string, ended: AbortSignal): Promise<Buffer> {
    const endTurn = await this.queue.take(owner, ended);
    let bytes = 0;
    try {
      const html = typeof page === 'string' ? page : await page(ended);
      bytes = html.length; // of what is given up, too
      const pdf = await this.printTwice(html, ended);
      bytes = pdf.length;
      return pdf;
    } finally {
      endTurn(bytes);
    }
  }

  /** Shutdown, not module destroy: requests that still print are answered first. */
  async onApplicationShutdown(): Promise<void> {
    this.closing.abort(new Error('The browser is closed'));
    const running = await this.running?.catch(() => undefined);
    await running?.chromium.stop();
  }

  /** A browser that failed is tried once more. */
  private async printTwice(html: string, ended: AbortSignal): Promise<Buffer> {
    return this.printOnce(html, ended).catch((error: unknown) => {
      const final = error instanceof PrinterHangs || error instanceof PrinterBusy;
      if (final || ended.aborted || this.closing.signal.aborted) throw error;
      if (error instanceof ChromiumMissing)
        throw new ApiError('internal_error', { message: `On this server ${error.message}.` });
      this.logger.warn(`The browser failed, trying again: ${String(error)}`);
      return this.printOnce(html, ended);
    });
  }

  private async printOnce(html: string, ended: AbortSignal): Promise<Buffer> {
    const running = await within(
      ended,
      () => this.ensureRunning(),
      () => {
        throw ended.reason;
      },
    );
    ended.throwIfAborted();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(tooLong()), RENDER_TIMEOUT_MS);
    try {
      const pdf = await this.printAlive(running, html, AbortSignal.any([ended, late.signal]));
      if (this.hangs) this.logger.log('Chromium prints again');
      this.hangs = false;
      return pdf;
    } catch (error) {
      if (error instanceof PrinterHangs) await this.replace(running.chromium, error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether the browser lives is asked meanwhile: one that hangs is left long before a page that is large would be. */
  private printAlive(running: Running, html: string, ended: AbortSignal): Promise<Buffer> {
    return running.pulse.during((lost) =>
      within(
        lost,
        () => this.printOn(running, html, ended),
        () => {
          throw silence();
        },
      ),
    );
  }

  private async printOn({ chromium, idle }: Running, html: string, ended: AbortSignal): Promise<Buffer> {
    const page =
      takeIdle(idle) ??
      (await within(
        OPEN_TIMEOUT_MS,
        () => openPage(chromium),
        () => noPage(chromium),
      ));
    let onCrash!: (error: Error) => void;
    // A crashed page answers nothing any more: without this its request would wait for the time-out.
    const crash = new Promise<never>((_, reject) => page.on('error', (onCrash = reject)));
    const leave = () => onCrash(ended.reason as Error);
    ended.addEventListener('abort', leave, { once: true });
    try {
      ended.throwIfAborted();
      const pdf = await Promise.race([draw(page, html), crash]);
      idle.push(page);
      return pdf;
    } catch (error) {
      // Nobody waits for it any more. Its turn lasts until another page stands in its place: who gives up again and again
      // prints no more at once, and nobody else waits for a page to open.
      if (ended.aborted)
        await within(
          CLOSE_TIMEOUT_MS,
          () => replace(page, chromium, idle),
          () => undefined,
        );
      // What ended this page may have ended the waiting ones: the next attempt gets a new page.
      else for (const each of [page, ...idle.splice(0)]) void close(each);
      throw error;
    } finally {
      page.off('error', onCrash);
      ended.removeEventListener('abort', leave);
    }
  }

  private async ensureRunning(): Promise<Running> {
    this.closing.signal.throwIfAborted();
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
    const chromium = await launchChromium(this.settings.chromiumPath, this.closing.signal).catch(
      (error: unknown) => {
        if (error instanceof PrinterHangs) this.tell(error);
        throw error;
      },
    );
    chromium.browser.version().then(
      (version) => this.logger.log(`Started ${version}`),
      () => undefined,
    );
    const pulse = new Pulse(
      () => answers(chromium),
      () => void this.replace(chromium, silence()),
    );
    return { chromium, idle: [], pulse };
  }

  /** The next print starts another one. */
  private async replace(chromium: Chromium, reason: PrinterHangs): Promise<void> {
    this.tell(reason);
    await chromium.stop();
  }

  /** Once until something is printed again. */
  private tell({ message }: PrinterHangs): void {
    if (!this.hangs) this.logger.warn(`Chromium hangs and is replaced: ${message}`);
    this.hangs = true;
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

async function replace(page: Page, chromium: Chromium, idle: Page[]): Promise<void> {
  await close(page);
  const opened = await openPage(chromium).catch(() => undefined);
  if (opened) idle.push(opened);
}

async function close(page: Page): Promise<void> {
  await page.close().catch(() => undefined);
}

/** Fonts and pictures are part of the document (`data:`); whatever else it names stays unread, files too. */
async function allowOnlyData(request: HTTPRequest): Promise<void> {
  const inside = /^(data|about):/.test(request.url());
  await (inside ? request.continue() : request.abort('aborted')).catch(() => undefined);
}

async function draw(page: Page, html: string): Promise<Buffer> {
  await page.setContent(html, { waitUntil: 'load', timeout: 0 });
  return Buffer.from(await page.pdf({ preferCSSPageSize: true, printBackground: true, timeout: 0 }));
}

async function noPage(chromium: Chromium): Promise<never> {
  throw (await answers(chromium)) ? new Error(`No page opened in ${OPEN_TIMEOUT_MS} ms`) : silence();
}

function silence(): PrinterHangs {
  return new PrinterHangs('it answers nothing');
}

/** Of one page, while the browser answers: it is given up, and nobody else's. */
function tooLong(): PrinterBusy {
  return new PrinterBusy(`A page took longer than ${RENDER_TIMEOUT_MS} ms`);
}
