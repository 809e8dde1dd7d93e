import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Page } from 'puppeteer';
import { withDeadline } from '../async/with-deadline.js';
import { ApiError } from '../http/errors/api-error.js';
import {
  isResponsive,
  type Chromium,
  ChromiumMissingError,
  hasChromium,
  launchChromium,
  buildHungError,
} from './chromium.js';
import { PageOpenTimeoutError, PagePool } from './page-pool.js';
import { PrintQueue } from './print-queue.js';
import {
  Printer,
  PrinterBusyError,
  PrinterHungError,
  type HtmlSource as PrintedPage,
  type PrinterSettings,
} from './printer.js';
import { Heartbeat } from './heartbeat.js';

const RENDER_TIMEOUT_MS = 20_000;

/** What the browser needs to know; provided from the configuration. */
export class ChromiumPrinterSettings implements PrinterSettings {
  /** The Chromium to run. Without it: a system Chromium, else the one from the npm package. */
  readonly chromiumPath?: string;
  readonly deadlineMs?: number;
  readonly cacheBytes?: number;
}

interface RunningChromium {
  chromium: Chromium;
  pages: PagePool;
  heartbeat: Heartbeat;
}

/** One Chromium, started by the first document: whose turn it is prints on one of its pages. */
@Injectable()
export class ChromiumPrinter extends Printer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ChromiumPrinter.name);
  private readonly queue = new PrintQueue();
  private running?: Promise<RunningChromium>;
  private readonly closing = new AbortController();

  constructor(private readonly settings: ChromiumPrinterSettings) {
    super(settings);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!(await hasChromium(this.settings.chromiumPath)))
      this.logger.warn(`PDFs fail: ${new ChromiumMissingError().message}`);
  }

  override isReachable(): Promise<null> {
    return Promise.resolve(null);
  }

  protected override async print(page: PrintedPage, owner: string, ended: AbortSignal): Promise<Buffer> {
    const endTurn = await this.queue.acquire(owner, ended);
    let bytes = 0;
    try {
      const html = typeof page === 'string' ? page : await page(ended);
      bytes = html.length; // of what is given up, too
      const pdf = await this.printWithRetry(html, ended);
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
  private async printWithRetry(html: string, ended: AbortSignal): Promise<Buffer> {
    return this.printOnce(html, ended).catch((error: unknown) => {
      const isFinal =
        error instanceof PrinterHungError ||
        (error instanceof PrinterBusyError && !(error instanceof PageOpenTimeoutError));
      if (isFinal || ended.aborted || this.closing.signal.aborted) throw error;
      if (error instanceof ChromiumMissingError)
        throw new ApiError('internal_error', { message: `On this server ${error.message}.` });
      this.logger.warn(`The browser failed, trying again: ${String(error)}`);
      return this.printOnce(html, ended);
    });
  }

  private async printOnce(html: string, ended: AbortSignal): Promise<Buffer> {
    const running = await withDeadline(
      ended,
      () => this.ensureRunning(),
      () => {
        throw ended.reason;
      },
    );
    ended.throwIfAborted();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(buildRenderTimeoutError()), RENDER_TIMEOUT_MS);
    try {
      const pdf = await this.printWithHeartbeat(running, html, AbortSignal.any([ended, late.signal]));
      if (this.isHung) this.logger.log('Chromium prints again');
      this.isHung = false;
      return pdf;
    } catch (error) {
      if (error instanceof PrinterHungError) await this.replace(running.chromium, error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether the browser lives is asked meanwhile: one that hangs is left long before a page that is large would be. */
  private printWithHeartbeat(running: RunningChromium, html: string, ended: AbortSignal): Promise<Buffer> {
    return running.heartbeat.run((lost) =>
      withDeadline(
        lost,
        () => this.printOnPage(running, html, ended),
        () => {
          throw buildHungError();
        },
      ),
    );
  }

  private async printOnPage({ pages }: RunningChromium, html: string, ended: AbortSignal): Promise<Buffer> {
    const page = await pages.acquire();
    let onCrash!: (error: Error) => void;
    // A crashed page answers nothing any more: without this its request would wait for the time-out.
    const crash = new Promise<never>((_, reject) => page.on('error', (onCrash = reject)));
    const leave = () => onCrash(ended.reason as Error);
    ended.addEventListener('abort', leave, { once: true });
    try {
      ended.throwIfAborted();
      const pdf = await Promise.race([renderPdf(page, html), crash]);
      pages.release(page);
      return pdf;
    } catch (error) {
      // Nobody waits for it any more. Its turn lasts until another page stands in its place: who gives up again and again
      // prints no more at once, and nobody else waits for a page to open.
      if (ended.aborted) await pages.replace(page);
      else pages.discardWithIdle(page); // the next attempt gets a new one
      throw error;
    } finally {
      page.off('error', onCrash);
      ended.removeEventListener('abort', leave);
    }
  }

  private async ensureRunning(): Promise<RunningChromium> {
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

  private async launch(): Promise<RunningChromium> {
    const chromium = await launchChromium(this.settings.chromiumPath, this.closing.signal).catch(
      (error: unknown) => {
        if (error instanceof PrinterHungError) this.reportHang(error);
        throw error;
      },
    );
    chromium.browser.version().then(
      (version) => this.logger.log(`Started ${version}`),
      () => undefined,
    );
    const pulse = new Heartbeat(
      () => isResponsive(chromium),
      () => void this.replace(chromium, buildHungError()),
    );
    return { chromium, pages: new PagePool(chromium), heartbeat: pulse };
  }

  /** The next print starts another one. */
  private async replace(chromium: Chromium, reason: PrinterHungError): Promise<void> {
    this.reportHang(reason);
    await chromium.stop();
  }

  /** Once until something is printed again. */
  private reportHang({ message }: PrinterHungError): void {
    if (!this.isHung) this.logger.warn(`Chromium hangs and is replaced: ${message}`);
    this.isHung = true;
  }
}

async function renderPdf(page: Page, html: string): Promise<Buffer> {
  await page.setContent(html, { waitUntil: 'load', timeout: 0 });
  return Buffer.from(await page.pdf({ preferCSSPageSize: true, printBackground: true, timeout: 0 }));
}

/** Of one page, while the browser answers: it is given up, and nobody else's. */
function buildRenderTimeoutError(): PrinterBusyError {
  return new PrinterBusyError(`A page took longer than ${RENDER_TIMEOUT_MS} ms`);
}
