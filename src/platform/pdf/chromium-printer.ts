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

export class ChromiumPrinterSettings implements PrinterSettings {
  /** Defaults to a system Chromium, then to the one of the npm package. */
  readonly chromiumPath?: string;
  readonly deadlineMs?: number;
  readonly cacheBytes?: number;
}

interface RunningChromium {
  chromium: Chromium;
  pages: PagePool;
  heartbeat: Heartbeat;
}

/** Prints with one Chromium, which the first document starts. */
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
      this.logger.warn(`PDF requests will fail: ${new ChromiumMissingError().message}`);
  }

  override isReachable(): Promise<null> {
    return Promise.resolve(null);
  }

  protected override async print(page: PrintedPage, owner: string, ended: AbortSignal): Promise<Buffer> {
    const endTurn = await this.queue.acquire(owner, ended);
    let bytes = 0;
    try {
      const html = typeof page === 'string' ? page : await page(ended);
      bytes = html.length; // counts aborted prints too
      const pdf = await this.printWithRetry(html, ended);
      bytes = pdf.length;
      return pdf;
    } finally {
      endTurn(bytes);
    }
  }

  /** Runs after the HTTP server has completed its last requests. */
  async onApplicationShutdown(): Promise<void> {
    this.closing.abort(new Error('The browser is closed'));
    const running = await this.running?.catch(() => undefined);
    await running?.chromium.stop();
  }

  /** Retries once if the browser failed. */
  private async printWithRetry(html: string, ended: AbortSignal): Promise<Buffer> {
    return this.printOnce(html, ended).catch((error: unknown) => {
      const isFinal =
        error instanceof PrinterHungError ||
        (error instanceof PrinterBusyError && !(error instanceof PageOpenTimeoutError));
      if (isFinal || ended.aborted || this.closing.signal.aborted) throw error;
      if (error instanceof ChromiumMissingError)
        throw new ApiError('internal_error', { message: error.message });
      this.logger.warn(`Chromium failed, retrying: ${String(error)}`);
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
      if (this.isHung) this.logger.log('Chromium renders PDFs again');
      this.isHung = false;
      return pdf;
    } catch (error) {
      if (error instanceof PrinterHungError) await this.replace(running.chromium, error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Detects a hung browser long before the timeout of a large page. */
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
    // A crashed page never responds, so its request would wait for the timeout.
    const crash = new Promise<never>((_, reject) => page.on('error', (onCrash = reject)));
    const leave = () => onCrash(ended.reason as Error);
    ended.addEventListener('abort', leave, { once: true });
    try {
      ended.throwIfAborted();
      const pdf = await Promise.race([renderPdf(page, html), crash]);
      pages.release(page);
      return pdf;
    } catch (error) {
      // The turn lasts until a new page is open, so that a client that aborts repeatedly delays only itself.
      if (ended.aborted) await pages.replace(page);
      else pages.discardWithIdle(page); // the retry gets a new page
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
    const heartbeat = new Heartbeat(
      () => isResponsive(chromium),
      () => void this.replace(chromium, buildHungError()),
    );
    return { chromium, pages: new PagePool(chromium), heartbeat };
  }

  /** Stops the browser. The next print starts a new one. */
  private async replace(chromium: Chromium, reason: PrinterHungError): Promise<void> {
    this.reportHang(reason);
    await chromium.stop();
  }

  /** Logs a hang once until the next successful print. */
  private reportHang({ message }: PrinterHungError): void {
    if (!this.isHung) this.logger.warn(`Chromium stopped responding and is restarting: ${message}`);
    this.isHung = true;
  }
}

async function renderPdf(page: Page, html: string): Promise<Buffer> {
  await page.setContent(html, { waitUntil: 'load', timeout: 0 });
  return Buffer.from(await page.pdf({ preferCSSPageSize: true, printBackground: true, timeout: 0 }));
}

/** A slow page in a responsive browser fails alone. */
function buildRenderTimeoutError(): PrinterBusyError {
  return new PrinterBusyError(`A page took longer than ${RENDER_TIMEOUT_MS} ms`);
}
