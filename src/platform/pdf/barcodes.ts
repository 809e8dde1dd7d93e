import { createRequire } from 'node:module';

/** Width of one module in mils, readable by a hand scanner at arm's length. */
const MODULE_MILS = 12;
/** Longer texts do not fit the page at a readable width. */
const MAX_LENGTH = 32;

let library: typeof import('bwip-js/node') | undefined;

/** Returns an inline SVG, GS1-128 for VICS BOL numbers and Code 128 for others, or '' if the text cannot be encoded. */
export function buildBarcodeSvg(text: string): string {
  if (!text || text.length > MAX_LENGTH) return '';
  const isVicsBol = /^\d{17}$/.test(text);
  return (isVicsBol && renderSvg('gs1-128', `(402)${text}`)) || renderSvg('code128', text);
}

function renderSvg(bcid: string, text: string): string {
  try {
    // Loaded on first use, because the library is large.
    library ??= createRequire(import.meta.url)('bwip-js/node') as typeof import('bwip-js/node');
    const image = library.toSVG({ bcid, text, scale: 1, height: 10 });
    const modules = Number(/viewBox="0 0 (\d+)/.exec(image)?.[1]);
    const width = ((modules * MODULE_MILS) / 1000).toFixed(3);
    return image.replace(
      '<svg ',
      `<svg class="barcode" style="width:${width}in" preserveAspectRatio="none" `,
    );
  } catch {
    return ''; // wrong check digit or unsupported characters
  }
}
