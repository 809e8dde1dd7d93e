import { createRequire } from 'node:module';

/** Width of one module in mils: what a hand scanner reads at arm's length. */
const MODULE_MILS = 12;
/** Longer texts would not fit the paper at a readable width. */
const MAX_LENGTH = 32;

let library: typeof import('bwip-js/node') | undefined;

/** The text as an inline SVG barcode, Code 128 or GS1-128; empty where it cannot be a barcode. */
export function buildBarcodeSvg(text: string): string {
  if (!text || text.length > MAX_LENGTH) return '';
  return (isVicsBol(text) && renderSvg('gs1-128', `(402)${text}`)) || renderSvg('code128', text);
}

/** VICS bill of lading numbers have 17 digits and carry the GS1 application identifier 402. */
function isVicsBol(text: string): boolean {
  return /^\d{17}$/.test(text);
}

function renderSvg(bcid: string, text: string): string {
  try {
    // Loaded with the first paper: it is larger than the service.
    library ??= createRequire(import.meta.url)('bwip-js/node') as typeof import('bwip-js/node');
    const image = library.toSVG({ bcid, text, scale: 1, height: 10 });
    const modules = Number(/viewBox="0 0 (\d+)/.exec(image)?.[1]);
    const width = ((modules * MODULE_MILS) / 1000).toFixed(3);
    return image.replace(
      '<svg ',
      `<svg class="barcode" style="width:${width}in" preserveAspectRatio="none" `,
    );
  } catch {
    return ''; // a wrong check digit, or characters the code cannot say
  }
}
