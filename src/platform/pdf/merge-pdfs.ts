import { setImmediate } from 'node:timers/promises';

/** One PDF of several, in their order. Other requests get their turn between two of them. */
export async function mergePdfs(pdfs: Buffer[]): Promise<Buffer> {
  if (pdfs.length === 1) return pdfs[0]!;
  // Loaded with the first batch.
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const merged = await PDFDocument.create();
  for (const pdf of pdfs) {
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    for (const page of await merged.copyPages(document, document.getPageIndices())) merged.addPage(page);
    await setImmediate();
  }
  return Buffer.from(await merged.save());
}
