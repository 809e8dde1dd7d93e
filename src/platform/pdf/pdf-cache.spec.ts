import { describe, expect, it } from '@jest/globals';
import { PdfCache } from './pdf-cache.js';

const never = new AbortController().signal;

/** A printer that counts its calls and returns PDFs of a given size. */
function press(room: number, bytes = 10) {
  const cache = new PdfCache(room);
  const printed: string[] = [];
  const open = (owner: string, shows: string) =>
    cache.get(owner, shows, never, () => {
      printed.push(owner + shows);
      return Promise.resolve(Buffer.alloc(bytes));
    });
  return { open, printed };
}

/** A paper that comes when it is told to. */
function slow(cache: PdfCache) {
  const prints: { end: AbortSignal; paper: PromiseWithResolvers<Buffer> }[] = [];
  const open = (signal: AbortSignal) =>
    cache.get('a', 'x', signal, (end) => {
      const paper = Promise.withResolvers<Buffer>();
      end.addEventListener('abort', () => paper.reject(end.reason as Error));
      prints.push({ end, paper });
      return paper.promise;
    });
  return { open, prints };
}

describe('PdfCache', () => {
  it('prints once per owner and cache key', async () => {
    const { open, printed } = press(1_000);
    expect(await open('a', 'x')).toBe(await open('a', 'x'));
    expect(await open('b', 'x')).not.toBe(await open('a', 'x'));
    await open('a', 'y');
    expect(printed).toEqual(['ax', 'bx', 'ay']);
  });

  it('evicts the least recently used PDF of the owner with the most bytes', async () => {
    const { open, printed } = press(40);
    for (const [owner, shows] of ['b1', 'a1', 'a2', 'a3']) await open(owner!, shows!);
    await open('a', '1');
    await open('a', '4');
    printed.length = 0;
    for (const [owner, shows] of ['b1', 'a1', 'a3', 'a4', 'a2']) await open(owner!, shows!);
    expect(printed).toEqual(['a2']);
  });

  it('does not keep a PDF above the size limit', async () => {
    const { open, printed } = press(40, 11);
    await open('a', 'x');
    await open('a', 'x');
    expect(printed).toEqual(['ax', 'ax']);
  });

  it('prints once for concurrent callers and aborts when all of them have left', async () => {
    const { open, prints } = slow(new PdfCache(1_000));
    const leavers = [new AbortController(), new AbortController()];
    const asked = leavers.map(({ signal }) => open(signal));
    expect(prints).toHaveLength(1);
    leavers[0]!.abort(new Error('gone'));
    await expect(asked[0]).rejects.toThrow('gone');
    expect(prints[0]!.end.aborted).toBe(false);
    leavers[1]!.abort(new Error('gone'));
    await expect(asked[1]).rejects.toThrow('gone');
    expect(prints[0]!.end.aborted).toBe(true);
    const again = open(never);
    expect(prints).toHaveLength(2);
    prints[1]!.paper.resolve(Buffer.from('paper'));
    expect((await again).toString()).toBe('paper');
    await expect(open(leavers[0]!.signal)).resolves.toBe(await again);
  });

  it('keeps nothing when printing fails', async () => {
    const { open, prints } = slow(new PdfCache(1_000));
    const [one, other] = [open(never), open(never)];
    prints[0]!.paper.reject(new Error('no Chromium'));
    await expect(one).rejects.toThrow('no Chromium');
    await expect(other).rejects.toThrow('no Chromium');
    const again = open(never);
    prints[1]!.paper.resolve(Buffer.from('paper'));
    await again;
  });
});
