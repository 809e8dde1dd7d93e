import { createHash } from 'node:crypto';
import { pdfCacheRequests } from '../metrics.js';

/** What one paper may take of the whole. */
const LARGEST_SHARE = 1 / 4;

/** An owner's papers, the one used last at the end. */
interface Shelf {
  papers: Map<string, Buffer>;
  bytes: number;
}

/** A paper that is being printed, and how many wait for it. */
interface UnderWay {
  paper: Promise<Buffer>;
  waiting: number;
  end: AbortController;
}

/**
 * Papers by their owner and all that they show: one that is opened again is not printed again, and what several ask for at
 * once is printed once. Where there is no more room, who has most of it gives up what it used longest ago.
 */
export class PaperCache {
  private readonly shelves = new Map<string, Shelf>();
  private readonly underWay = new Map<string, UnderWay>();
  private bytes = 0;

  /** @param room bytes of all papers together */
  constructor(private readonly room: number) {}

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
    pdfCacheRequests.inc({ result: kept ? 'hit' : this.underWay.has(id) ? 'joined' : 'miss' });
    if (kept) return kept;
    ended.throwIfAborted();
    return this.wait(id, this.underWay.get(id) ?? this.begin(id, owner, content, print), ended);
  }

  private begin(
    id: string,
    owner: string,
    content: string,
    print: (ended: AbortSignal) => Promise<Buffer>,
  ): UnderWay {
    const end = new AbortController();
    const paper = print(end.signal)
      .then((pdf) => (this.keep(owner, content, pdf), pdf))
      .finally(() => this.forget(id, begun));
    paper.catch(() => undefined); // Those who wait are told, if any still do.
    const begun: UnderWay = { paper, waiting: 0, end };
    this.underWay.set(id, begun);
    return begun;
  }

  private async wait(id: string, work: UnderWay, ended: AbortSignal): Promise<Buffer> {
    const left = Promise.withResolvers<never>();
    const leave = () => {
      left.reject(ended.reason as Error);
      work.waiting -= 1;
      if (work.waiting > 0) return;
      this.forget(id, work); // who comes now has it printed anew
      work.end.abort(ended.reason);
    };
    work.waiting += 1;
    ended.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([work.paper, left.promise]);
    } finally {
      ended.removeEventListener('abort', leave);
    }
  }

  private forget(id: string, work: UnderWay): void {
    if (this.underWay.get(id) === work) this.underWay.delete(id);
  }

  private find(owner: string, content: string): Buffer | undefined {
    const papers = this.shelves.get(owner)?.papers;
    const paper = papers?.get(content);
    if (!paper) return undefined;
    papers!.delete(content);
    papers!.set(content, paper);
    return paper;
  }

  private keep(owner: string, content: string, paper: Buffer): void {
    if (paper.length > this.room * LARGEST_SHARE) return;
    const shelf = this.shelves.get(owner) ?? { papers: new Map<string, Buffer>(), bytes: 0 };
    this.shelves.set(owner, shelf);
    shelf.papers.set(content, paper);
    shelf.bytes += paper.length;
    this.bytes += paper.length;
    while (this.bytes > this.room) this.makeRoom();
  }

  private makeRoom(): void {
    const [owner, shelf] = [...this.shelves].reduce((most, each) =>
      each[1].bytes > most[1].bytes ? each : most,
    );
    const [content, paper] = shelf.papers.entries().next().value!;
    shelf.papers.delete(content);
    shelf.bytes -= paper.length;
    this.bytes -= paper.length;
    if (shelf.papers.size === 0) this.shelves.delete(owner);
  }
}
