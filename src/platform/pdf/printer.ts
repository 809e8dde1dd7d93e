import { ApiError, unavailable } from '../http/errors/api-error.js';
import { pdfSeconds, type PdfOutcome } from '../metrics.js';
import { withSpan } from '../tracing/spans.js';
import { PdfCache } from './pdf-cache.js';

export interface PrintJob {
  /** Owners take turns. Jobs without an owner share one turn. */
  owner?: string;
  /** Aborts the job. Jobs with the same signal belong to one request and share its deadline. */
  signal?: AbortSignal;
  /** Everything that determines the content. Without it the PDF is not cached. */
  cacheKey?: string;
}

export interface PrinterSettings {
  /** Includes the time in the queue. */
  readonly deadlineMs?: number;
  /** Size of the PDF cache; 0 or absent disables it. */
  readonly cacheBytes?: number;
}

/** A self-contained document, or a function that returns it when its turn comes. */
export type HtmlSource = string | ((ended: AbortSignal) => Promise<string>);

/** The printer is overloaded. */
export class PrinterBusyError extends Error {}

/** The render process cannot be reached. */
export class PrinterUnavailableError extends Error {}

/** Chromium hangs. */
export class PrinterHungError extends Error {}

/** Prints documents in this process or in a render process. */
export abstract class Printer {
  /** True from a hang until the next successful print. */
  protected isHung = false;
  private readonly deadlines = new WeakMap<AbortSignal, AbortSignal>();
  private readonly deadlineMs: number;
  private readonly cache: PdfCache | null;

  protected constructor({ deadlineMs = 60_000, cacheBytes = 0 }: PrinterSettings) {
    this.deadlineMs = deadlineMs;
    this.cache = cacheBytes > 0 ? new PdfCache(cacheBytes) : null;
  }

  /** Returns whether the render process responds, or null if this process prints. */
  abstract isReachable(): Promise<boolean | null>;

  /** @throws PrinterBusyError, PrinterUnavailableError, PrinterHungError, or any error after `ended` */
  protected abstract print(page: HtmlSource, owner: string, ended: AbortSignal): Promise<Buffer>;

  /** Prints on the page size of the `@page` rule. @throws ApiError pdf_busy, service_unavailable */
  async printPdf(page: HtmlSource, { owner = '', signal, cacheKey }: PrintJob = {}): Promise<Buffer> {
    const ended = this.resolveDeadline(signal);
    const print = (end: AbortSignal) => this.print(page, owner, end);
    const stop = pdfSeconds.startTimer();
    try {
      const pdf = await withSpan('print', { attributes: { 'lading.owner': owner } }, () =>
        cacheKey && this.cache ? this.cache.get(owner, cacheKey, ended, print) : print(ended),
      );
      stop({ outcome: 'printed' });
      return pdf;
    } catch (error) {
      const outcome = this.classifyOutcome(error, ended);
      stop({ outcome });
      if (outcome === 'failed') throw error;
      if (outcome === 'busy')
        throw new ApiError('pdf_busy', { headers: { 'Retry-After': '5' }, transient: true });
      throw unavailable('The PDF printer does not respond.');
    }
  }

  private classifyOutcome(error: unknown, ended: AbortSignal): PdfOutcome {
    if (error instanceof PrinterHungError || (ended.aborted && this.isHung)) return 'hung';
    if (error instanceof PrinterBusyError || ended.aborted) return 'busy';
    return error instanceof PrinterUnavailableError ? 'away' : 'failed';
  }

  /** Prints of one request share one deadline, which starts with the first print. */
  private resolveDeadline(signal: AbortSignal | undefined): AbortSignal {
    const time = () => AbortSignal.timeout(this.deadlineMs);
    if (!signal) return time();
    const ended = this.deadlines.get(signal) ?? AbortSignal.any([time(), signal]);
    this.deadlines.set(signal, ended);
    return ended;
  }
}
