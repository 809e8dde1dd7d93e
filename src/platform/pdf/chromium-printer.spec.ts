import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChromiumPrinter } from './chromium-printer.js';

describe('ChromiumPrinter without an installed Chromium', () => {
  const { platform } = process;
  beforeAll(() => void Object.defineProperty(process, 'platform', { value: 'freebsd' }));
  afterAll(() => void Object.defineProperty(process, 'platform', { value: platform }));

  it('throws a 500 with install instructions', async () => {
    await expect(new ChromiumPrinter({}).printPdf('<p>Paper</p>')).rejects.toMatchObject({
      spec: { status: 500, type: 'api_error' },
      message: expect.stringMatching(/Install Chromium, Chrome or Edge, or set CHROMIUM_PATH/),
    });
  });

  it('shares one deadline among the PDFs of a request', async () => {
    const browser = new ChromiumPrinter({ deadlineMs: 1_000 });
    const print = (signal: AbortSignal) => browser.printPdf('<p>Paper</p>', { signal });
    const [one, other] = [new AbortController().signal, new AbortController().signal];
    await expect(print(one)).rejects.toMatchObject({ code: 'internal_error' });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await expect(print(one)).rejects.toMatchObject({ code: 'pdf_busy' });
    await expect(print(other)).rejects.toMatchObject({ code: 'internal_error' });
  });
});
