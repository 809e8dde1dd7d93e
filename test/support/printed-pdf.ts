import { createCanvas } from '@napi-rs/canvas';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const WASM = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

/** A run of text with its position: points from the lower left corner, height from the baseline to the capitals. */
export interface PrintedText {
  text: string;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

export interface PrintedPage {
  width: number;
  height: number;
  texts: PrintedText[];
}

/** The height of capitals as a share of the font size. */
const CAP_HEIGHT_RATIO = 0.7;

/** Returns each page of a PDF with its texts in drawing order. */
export async function parsePdfPages(pdf: Uint8Array): Promise<PrintedPage[]> {
  const document = await openPdf(pdf);
  try {
    return await Promise.all(
      Array.from({ length: document.numPages }, async (_, index) => {
        const page = await document.getPage(index + 1);
        const [, , width = 0, height = 0] = page.view;
        const { items } = await page.getTextContent({ disableNormalization: true });
        return { width, height, texts: items.flatMap((item) => ('str' in item ? toPrintedTexts(item) : [])) };
      }),
    );
  } finally {
    await document.loadingTask.destroy();
  }
}

function toPrintedTexts(item: { str: string; transform: unknown[]; width: number }): PrintedText[] {
  if (item.str.trim() === '') return [];
  const [a = 0, b = 0, , , left = 0, bottom = 0] = item.transform as number[];
  const size = Math.hypot(a, b);
  return [{ text: item.str, left, right: left + item.width, bottom, top: bottom + size * CAP_HEIGHT_RATIO }];
}

/** Returns the barcodes of a page as a scanner reads them. */
export async function scanBarcodes(pdf: Uint8Array, pageNumber = 1, dotsPerInch = 200): Promise<string[]> {
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(WASM).buffer as ArrayBuffer } });
  const document = await openPdf(pdf);
  try {
    const page = await document.getPage(pageNumber);
    const viewport = page.getViewport({ scale: dotsPerInch / 72 });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    const canvasContext = canvas.getContext('2d');
    await page.render({ canvas: null, canvasContext: canvasContext as never, viewport }).promise;
    const image = canvasContext.getImageData(0, 0, canvas.width, canvas.height);
    const found = await readBarcodes(image as never, {
      formats: ['Code128'],
      tryHarder: true,
      maxNumberOfSymbols: 8,
    });
    return found.map(({ text }) => text);
  } finally {
    await document.loadingTask.destroy();
  }
}

function openPdf(pdf: Uint8Array) {
  return getDocument({ data: new Uint8Array(pdf), verbosity: 0, disableFontFace: true }).promise;
}

/** Joins the words of a page to one line. */
export function joinTexts({ texts }: PrintedPage): string {
  const words = texts.map((text, index) =>
    isAdjacent(texts[index - 1], text) ? text.text : ` ${text.text}`,
  );
  return words.join('').replace(/\s+/g, ' ').trim();
}

function isAdjacent(before: PrintedText | undefined, { left, bottom }: PrintedText): boolean {
  return before?.bottom === bottom && Math.abs(left - before.right) < 0.5;
}

/** Lines with these letters have one position: a PDF does not give the positions of their parts. */
const RIGHT_TO_LEFT = /[\u0590-\u06ff\ufb1d-\ufeff]/;

/** Returns the pairs of texts that overlap by more than a hairline. */
export function findOverlaps({ texts }: PrintedPage): string[] {
  const found: string[] = [];
  const sorted = texts.toSorted((a, b) => b.bottom - a.bottom);
  for (const [index, a] of sorted.entries()) {
    for (const b of sorted.slice(index + 1)) {
      if (b.top < a.bottom) {
        if (a.bottom - b.bottom > 40) break;
        continue;
      }
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
      if (RIGHT_TO_LEFT.test(a.text + b.text) && Math.abs(a.bottom - b.bottom) < 4) continue;
      if (wide > 1 && high > 1) found.push(`“${a.text}” on “${b.text}”`);
    }
  }
  return found;
}

/** Returns the texts in the margin that printers do not print. */
export function findTextsOutsideMargins({ width, height, texts }: PrintedPage, margin = 10): string[] {
  return texts
    .filter(
      ({ left, right, top, bottom }) =>
        left < margin || right > width - margin || bottom < margin || top > height - margin,
    )
    .map(({ text }) => text);
}
