import { setImmediate } from 'node:timers/promises';

/** Merges PDFs in order. Yields to other requests after each document. */
export async function mergePdfs(pdfs: Buffer[]): Promise<Buffer> {
  if (pdfs.length === 1) return pdfs[0]!;
  // Loaded on first use, because the library is large.
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const merged = await PDFDocument.create();
  for (const pdf of pdfs) {
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    for (const page of await merged.copyPages(document, document.getPageIndices())) merged.addPage(page);
    await setImmediate();
  }
  return Buffer.from(await merged.save());
}
