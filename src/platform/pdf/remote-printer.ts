import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { oneAtATime } from '../async/one-at-a-time.js';
import { ApiError } from '../http/errors/api-error.js';
import { renderUp } from '../metrics.js';
import { traceparent } from '../tracing/traces.js';
import {
  Printer,
  PrinterAway,
  PrinterBusy,
  PrinterHangs,
  type Page,
  type PrinterSettings,
} from './printer.js';
import { Pulse } from './pulse.js';

/** Takes pages and gives paper, for those who know its secret. */
export const PRINT_PATH = '/print';
export const OWNER_HEADER = 'x-print-owner';

/** Less than those have who ask whether this process is ready. */
const PATIENCE_MS = 1_500;
/** Another process may stand behind the same name, or the same one start again. */
const AGAIN_AFTER_MS = 300;

export interface RemoteSettings extends PrinterSettings {
  url: string;
  secret: string;
}

/** Has a process with `PROCESS_ROLE=render` print: turns and bounds are that one's, for all who ask it. */
export class RemotePrinter extends Printer implements OnApplicationBootstrap {
  private readonly logger = new Logger('RemotePrinter');
  private readonly pulse = new Pulse(() => this.answers());
  private readonly base: string;
  private readonly host: string;
  private away = false;

  constructor(private readonly settings: RemoteSettings) {
    super(settings);
    this.base = settings.url.replace(/\/+$/, '');
    this.host = new URL(settings.url).host;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.answers();
  }

  override answers(): Promise<boolean> {
    return this.state();
  }

  /** Asked for by whoever watches this process, so it is asked once at a time. */
  private readonly state = oneAtATime(async (): Promise<boolean> => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answers = await fetch(`${this.base}/health/ready`, { signal }).then(
      async ({ ok, body }) => (await body?.cancel(), ok),
      () => false,
    );
    this.tell(answers);
    return answers;
  });

  protected override async print(page: Page, owner: string, ended: AbortSignal): Promise<Buffer> {
    const html = typeof page === 'string' ? page : await page(ended);
    return this.pulse.during(async (lost) => {
      const signal = AbortSignal.any([ended, lost]);
      const ask = (): Promise<Buffer> =>
        this.ask(html, owner, signal).catch((error: unknown) => {
          if (error instanceof PrinterAway && !ended.aborted) this.tell(false);
          throw error;
        });
      return ask().catch(async (error: unknown) => {
        if (!(error instanceof PrinterAway) || signal.aborted) throw error;
        await sleep(AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined);
        return ask();
      });
    });
  }

  private async ask(html: string, owner: string, signal: AbortSignal): Promise<Buffer> {
    const trace = traceparent();
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
      this.tell(true);
      if (response.ok) return body;
      throw refusalOf(response.status, body.toString());
    } catch (error) {
      if ([PrinterBusy, PrinterHangs, ApiError].some((known) => error instanceof known)) throw error;
      throw new PrinterAway(String(error), { cause: error });
    }
  }

  private tell(answers: boolean): void {
    renderUp.set({ host: this.host }, answers ? 1 : 0);
    if (answers === !this.away) return;
    this.away = !answers;
    if (this.away) this.logger.warn(`RENDER_URL: ${this.host} does not answer, PDFs are refused`);
    else this.logger.log(`RENDER_URL: ${this.host} answers`);
  }
}

/** What it says in the error body that all of us answer with. */
function refusalOf(status: number, body: string): Error {
  if (status === 503) return body.includes('"code":"pdf_busy"') ? new PrinterBusy() : new PrinterHangs();
  const said = /"message":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? `it answered ${status}`;
  const message = status === 401 ? 'RENDER_SECRET is not the one of the process that prints.' : said;
  return new ApiError('internal_error', { message });
}
