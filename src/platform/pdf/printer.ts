import { ApiError, unavailable } from '../http/errors/api-error.js';
import { pdfSeconds, type PdfOutcome } from '../metrics.js';
import { withSpan } from '../tracing/spans.js';
import { PdfCache } from './pdf-cache.js';

/** For whom something is printed. */
export interface PrintJob {
  /** Takes turns with other owners; those of no owner are one. */
  owner?: string;
  /** Ends the work, e.g. when the client has left; jobs with the same signal are one request's. */
  signal?: AbortSignal;
  /** All that decides what is on the paper: the same of the same owner may be printed once for all. Without it: printed anew. */
  cacheKey?: string;
}

/** How a printer is bounded. */
export interface PrinterSettings {
  /** From the request to the paper, waiting included. */
  readonly deadlineMs?: number;
  /** Of papers that are kept to be opened again; 0 or absent: none are. */
  readonly cacheBytes?: number;
}

/** A self-contained document, or what fetches it once its turn has come. */
export type HtmlSource = string | ((ended: AbortSignal) => Promise<string>);

/** More is to be printed than can be. */
export class PrinterBusyError extends Error {}

/** The process that prints doesn't answer. */
export class PrinterUnavailableError extends Error {}

/** What prints has a process, which answers nothing. */
export class PrinterHungError extends Error {}

/** Prints documents: in this process, or in another that does nothing else. */
export abstract class Printer {
  /** Known of it since it printed last: who waits until then waits for no others. */
  protected isHung = false;
  private readonly deadlines = new WeakMap<AbortSignal, AbortSignal>();
  private readonly deadlineMs: number;
  private readonly cache: PdfCache | null;

  protected constructor({ deadlineMs = 60_000, cacheBytes = 0 }: PrinterSettings) {
    this.deadlineMs = deadlineMs;
    this.cache = cacheBytes > 0 ? new PdfCache(cacheBytes) : null;
  }

  /** Whether the process that prints for this one answers; null where this one prints itself. */
  abstract isReachable(): Promise<boolean | null>;

  /** @throws PrinterBusyError, PrinterUnavailableError, PrinterHungError, or anything once it has `ended` */
  protected abstract print(page: HtmlSource, owner: string, ended: AbortSignal): Promise<Buffer>;

  /** Prints one self-contained HTML document on the paper its `@page` rule names. @throws ApiError pdf_busy, service_unavailable */
  async printPdf(page: HtmlSource, { owner = '', signal, cacheKey: shows }: PrintJob = {}): Promise<Buffer> {
    const ended = this.resolveDeadline(signal);
    const print = (end: AbortSignal) => this.print(page, owner, end);
    const stop = pdfSeconds.startTimer();
    try {
      const pdf = await withSpan('print', { attributes: { 'lading.owner': owner } }, () =>
        shows && this.cache ? this.cache.get(owner, shows, ended, print) : print(ended),
      );
      stop({ outcome: 'printed' });
      return pdf;
    } catch (error) {
      const outcome = this.classifyOutcome(error, ended);
      stop({ outcome });
      if (outcome === 'failed') throw error;
      if (outcome === 'busy')
        throw new ApiError('pdf_busy', { headers: { 'Retry-After': '5' }, transient: true });
      throw unavailable('What prints the documents does not answer.');
    }
  }

  private classifyOutcome(error: unknown, ended: AbortSignal): PdfOutcome {
    if (error instanceof PrinterHungError || (ended.aborted && this.isHung)) return 'hung';
    if (error instanceof PrinterBusyError || ended.aborted) return 'busy';
    return error instanceof PrinterUnavailableError ? 'away' : 'failed';
  }

  /** Papers of one request share its time, however many it takes: it begins with the first. */
  private resolveDeadline(signal: AbortSignal | undefined): AbortSignal {
    const time = () => AbortSignal.timeout(this.deadlineMs);
    if (!signal) return time();
    const ended = this.deadlines.get(signal) ?? AbortSignal.any([time(), signal]);
    this.deadlines.set(signal, ended);
    return ended;
  }
}
