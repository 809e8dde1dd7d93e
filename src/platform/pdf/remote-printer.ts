import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { singleFlight } from '../async/single-flight.js';
import { ApiError } from '../http/errors/api-error.js';
import { renderUp } from '../metrics.js';
import { getTraceparent } from '../tracing/spans.js';
import {
  Printer,
  PrinterUnavailableError,
  PrinterBusyError,
  PrinterHungError,
  type HtmlSource,
  type PrinterSettings,
} from './printer.js';
import { Heartbeat } from './heartbeat.js';

/** Takes pages and gives paper, for those who know its secret. */
export const PRINT_PATH = '/print';
export const OWNER_HEADER = 'x-print-owner';

/** Less than those have who ask whether this process is ready. */
const HEALTH_TIMEOUT_MS = 1_500;
/** Another process may stand behind the same name, or the same one start again. */
const RETRY_DELAY_MS = 300;

export interface RemotePrinterSettings extends PrinterSettings {
  url: string;
  secret: string;
}

/** Has a process with `PROCESS_ROLE=render` print: turns and bounds are that one's, for all who ask it. */
export class RemotePrinter extends Printer implements OnApplicationBootstrap {
  private readonly logger = new Logger('RemotePrinter');
  private readonly heartbeat = new Heartbeat(() => this.isReachable());
  private readonly base: string;
  private readonly host: string;
  private isUnavailable = false;

  constructor(private readonly settings: RemotePrinterSettings) {
    super(settings);
    this.base = settings.url.replace(/\/+$/, '');
    this.host = new URL(settings.url).host;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.isReachable();
  }

  override isReachable(): Promise<boolean> {
    return this.checkReachable();
  }

  /** Asked for by whoever watches this process, so it is asked once at a time. */
  private readonly checkReachable = singleFlight(async (): Promise<boolean> => {
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const answers = await fetch(`${this.base}/health/ready`, { signal }).then(
      async ({ ok, body }) => (await body?.cancel(), ok),
      () => false,
    );
    this.reportReachable(answers);
    return answers;
  });

  protected override async print(page: HtmlSource, owner: string, ended: AbortSignal): Promise<Buffer> {
    const html = typeof page === 'string' ? page : await page(ended);
    return this.heartbeat.run(async (lost) => {
      const signal = AbortSignal.any([ended, lost]);
      const ask = (): Promise<Buffer> =>
        this.requestPdf(html, owner, signal).catch((error: unknown) => {
          if (error instanceof PrinterUnavailableError && !ended.aborted) this.reportReachable(false);
          throw error;
        });
      return ask().catch(async (error: unknown) => {
        if (!(error instanceof PrinterUnavailableError) || signal.aborted) throw error;
        await sleep(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
        return ask();
      });
    });
  }

  private async requestPdf(html: string, owner: string, signal: AbortSignal): Promise<Buffer> {
    const trace = getTraceparent();
    try {
      const response = await fetch(this.base + PRINT_PATH, {
        method: 'POST',
        redirect: 'error',
        headers: {
          Authorization: `Bearer ${this.settings.secret}`,
          'Content-Type': 'text/html; charset=utf-8',
          [OWNER_HEADER]: encodeURIComponent(owner),
          // One of us: it goes on with the trace.
          ...(trace && { traceparent: trace }),
        },
        body: html,
        signal,
      });
      const body = Buffer.from(await response.arrayBuffer());
      this.reportReachable(true);
      if (response.ok) return body;
      throw parseError(response.status, body.toString());
    } catch (error) {
      if ([PrinterBusyError, PrinterHungError, ApiError].some((known) => error instanceof known)) throw error;
      throw new PrinterUnavailableError(String(error), { cause: error });
    }
  }

  private reportReachable(answers: boolean): void {
    renderUp.set({ host: this.host }, answers ? 1 : 0);
    if (answers === !this.isUnavailable) return;
    this.isUnavailable = !answers;
    if (this.isUnavailable) this.logger.warn(`RENDER_URL: ${this.host} does not answer, PDFs are refused`);
    else this.logger.log(`RENDER_URL: ${this.host} answers`);
  }
}

/** What it says in the error body that all of us answer with. */
function parseError(status: number, body: string): Error {
  if (status === 503)
    return body.includes('"code":"pdf_busy"') ? new PrinterBusyError() : new PrinterHungError();
  const said = /"message":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? `it answered ${status}`;
  const message = status === 401 ? 'RENDER_SECRET is not the one of the process that prints.' : said;
  return new ApiError('internal_error', { message });
}
