import { createHash } from 'node:crypto';
import { pdfCacheRequests } from '../metrics.js';

/** Largest share of the cache for one PDF. */
const MAX_ENTRY_SHARE = 1 / 4;

/** PDFs of one owner, least recently used first. */
interface OwnerEntries {
  entries: Map<string, Buffer>;
  bytes: number;
}

interface PendingPrint {
  pdf: Promise<Buffer>;
  waiters: number;
  abort: AbortController;
}

/**
 * Caches PDFs by owner and content, and prints concurrent requests for the same PDF once. A full cache evicts the least
 * recently used PDF of the owner with the most bytes.
 */
export class PdfCache {
  private readonly entriesByOwner = new Map<string, OwnerEntries>();
  private readonly pending = new Map<string, PendingPrint>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /**
   * @param cacheKey everything that determines the content
   * @param print gets a signal that aborts when no request waits for the PDF
   * @throws the reason of `ended`, or the error of `print`
   */
  async get(
    owner: string,
    cacheKey: string,
    ended: AbortSignal,
    print: (ended: AbortSignal) => Promise<Buffer>,
  ): Promise<Buffer> {
    const content = createHash('sha256').update(cacheKey).digest('base64');
    const cached = this.find(owner, content);
    const id = `${owner} ${content}`;
    pdfCacheRequests.inc({ result: cached ? 'hit' : this.pending.has(id) ? 'joined' : 'miss' });
    if (cached) return cached;
    ended.throwIfAborted();
    return this.waitFor(id, this.pending.get(id) ?? this.startPrint(id, owner, content, print), ended);
  }

  private startPrint(
    id: string,
    owner: string,
    content: string,
    print: (ended: AbortSignal) => Promise<Buffer>,
  ): PendingPrint {
    const end = new AbortController();
    const printing = print(end.signal)
      .then((pdf) => (this.store(owner, content, pdf), pdf))
      .finally(() => this.removePending(id, pending));
    printing.catch(() => undefined); // waiting requests get the error
    const pending: PendingPrint = { pdf: printing, waiters: 0, abort: end };
    this.pending.set(id, pending);
    return pending;
  }

  private async waitFor(id: string, work: PendingPrint, ended: AbortSignal): Promise<Buffer> {
    const left = Promise.withResolvers<never>();
    const leave = () => {
      left.reject(ended.reason as Error);
      work.waiters -= 1;
      if (work.waiters > 0) return;
      this.removePending(id, work); // a new request prints again
      work.abort.abort(ended.reason);
    };
    work.waiters += 1;
    ended.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([work.pdf, left.promise]);
    } finally {
      ended.removeEventListener('abort', leave);
    }
  }

  private removePending(id: string, work: PendingPrint): void {
    if (this.pending.get(id) === work) this.pending.delete(id);
  }

  private find(owner: string, content: string): Buffer | undefined {
    const entries = this.entriesByOwner.get(owner)?.entries;
    const pdf = entries?.get(content);
    if (!pdf) return undefined;
    entries!.delete(content);
    entries!.set(content, pdf);
    return pdf;
  }

  private store(owner: string, content: string, pdf: Buffer): void {
    if (pdf.length > this.maxBytes * MAX_ENTRY_SHARE) return;
    const owned = this.entriesByOwner.get(owner) ?? { entries: new Map<string, Buffer>(), bytes: 0 };
    this.entriesByOwner.set(owner, owned);
    owned.entries.set(content, pdf);
    owned.bytes += pdf.length;
    this.bytes += pdf.length;
    while (this.bytes > this.maxBytes) this.evict();
  }

  private evict(): void {
    const [owner, owned] = [...this.entriesByOwner].reduce((most, each) =>
      each[1].bytes > most[1].bytes ? each : most,
    );
    const [content, pdf] = owned.entries.entries().next().value!;
    owned.entries.delete(content);
    owned.bytes -= pdf.length;
    this.bytes -= pdf.length;
    if (owned.entries.size === 0) this.entriesByOwner.delete(owner);
  }
}
