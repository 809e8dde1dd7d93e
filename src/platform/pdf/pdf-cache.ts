import { createHash } from 'node:crypto';
import { pdfCacheRequests } from '../metrics.js';

/** What one paper may take of the whole. */
const MAX_ENTRY_SHARE = 1 / 4;

/** An owner's papers, the one used last at the end. */
interface OwnerEntries {
  entries: Map<string, Buffer>;
  bytes: number;
}

/** A paper that is being printed, and how many wait for it. */
interface PendingPrint {
  pdf: Promise<Buffer>;
  waiters: number;
  abort: AbortController;
}

/**
 * Papers by their owner and all that they show: one that is opened again is not printed again, and what several ask for at
 * once is printed once. Where there is no more room, who has most of it gives up what it used longest ago.
 */
export class PdfCache {
  private readonly entriesByOwner = new Map<string, OwnerEntries>();
  private readonly pending = new Map<string, PendingPrint>();
  private bytes = 0;

  /** @param maxBytes bytes of all papers together */
  constructor(private readonly maxBytes: number) {}

  /**
   * @param shows everything that decides what is on the paper
   * @param print is told when nobody waits for the paper any more
   * @throws the signal's reason once it has `ended`, or what printing throws
   */
  async get(
    owner: string,
    shows: string,
    ended: AbortSignal,
    print: (ended: AbortSignal) => Promise<Buffer>,
  ): Promise<Buffer> {
    const content = createHash('sha256').update(shows).digest('base64');
    const kept = this.find(owner, content);
    const id = `${owner} ${content}`;
    pdfCacheRequests.inc({ result: kept ? 'hit' : this.pending.has(id) ? 'joined' : 'miss' });
    if (kept) return kept;
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
    const paper = print(end.signal)
      .then((pdf) => (this.store(owner, content, pdf), pdf))
      .finally(() => this.removePending(id, begun));
    paper.catch(() => undefined); // Those who wait are told, if any still do.
    const begun: PendingPrint = { pdf: paper, waiters: 0, abort: end };
    this.pending.set(id, begun);
    return begun;
  }

  private async waitFor(id: string, work: PendingPrint, ended: AbortSignal): Promise<Buffer> {
    const left = Promise.withResolvers<never>();
    const leave = () => {
      left.reject(ended.reason as Error);
      work.waiters -= 1;
      if (work.waiters > 0) return;
      this.removePending(id, work); // who comes now has it printed anew
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
    const papers = this.entriesByOwner.get(owner)?.entries;
    const paper = papers?.get(content);
    if (!paper) return undefined;
    papers!.delete(content);
    papers!.set(content, paper);
    return paper;
  }

  private store(owner: string, content: string, paper: Buffer): void {
    if (paper.length > this.maxBytes * MAX_ENTRY_SHARE) return;
    const shelf = this.entriesByOwner.get(owner) ?? { entries: new Map<string, Buffer>(), bytes: 0 };
    this.entriesByOwner.set(owner, shelf);
    shelf.entries.set(content, paper);
    shelf.bytes += paper.length;
    this.bytes += paper.length;
    while (this.bytes > this.maxBytes) this.evict();
  }

  private evict(): void {
    const [owner, shelf] = [...this.entriesByOwner].reduce((most, each) =>
      each[1].bytes > most[1].bytes ? each : most,
    );
    const [content, paper] = shelf.entries.entries().next().value!;
    shelf.entries.delete(content);
    shelf.bytes -= paper.length;
    this.bytes -= paper.length;
    if (shelf.entries.size === 0) this.entriesByOwner.delete(owner);
  }
}
