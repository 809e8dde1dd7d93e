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

export const PRINT_PATH = '/print';
export const OWNER_HEADER = 'x-print-owner';

/** Shorter than the usual timeout of a readiness probe of this process. */
const HEALTH_TIMEOUT_MS = 1_500;
/** Gives a restarting render process, or another one behind the same name, time to respond. */
const RETRY_DELAY_MS = 300;

export interface RemotePrinterSettings extends PrinterSettings {
  url: string;
  secret: string;
}

/** Prints in a process with `PROCESS_ROLE=render`, which has the queue for all its clients. */
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

  /** Single flight, because every readiness probe calls it. */
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
      const request = (): Promise<Buffer> =>
        this.requestPdf(html, owner, signal).catch((error: unknown) => {
          if (error instanceof PrinterUnavailableError && !ended.aborted) this.reportReachable(false);
          throw error;
        });
      return request().catch(async (error: unknown) => {
        if (!(error instanceof PrinterUnavailableError) || signal.aborted) throw error;
        await sleep(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
        return request();
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
    if (this.isUnavailable)
      this.logger.warn(`RENDER_URL: ${this.host} does not respond. PDF requests fail until it does.`);
    else this.logger.log(`RENDER_URL: ${this.host} responds again`);
  }
}

function parseError(status: number, body: string): Error {
  if (status === 503)
    return body.includes('"code":"pdf_busy"') ? new PrinterBusyError() : new PrinterHungError();
  const reported =
    /"message":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? `The render process returned HTTP ${status}.`;
  const message =
    status === 401
      ? 'RENDER_SECRET differs between this process and the render process. Set the same value in both.'
      : reported;
  return new ApiError('internal_error', { message });
}
