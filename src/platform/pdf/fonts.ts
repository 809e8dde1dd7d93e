import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The font packages with their style sheets, in lookup order. */
const FAMILIES = [
  { name: 'Noto Sans', sheets: listWeightSheets('noto-sans') },
  { name: 'Noto Emoji Variable', sheets: ['@fontsource-variable/noto-emoji/index.css'] },
  { name: 'Noto Sans Thai', sheets: listWeightSheets('noto-sans-thai') },
  { name: 'Noto Sans Hebrew', sheets: listWeightSheets('noto-sans-hebrew') },
  { name: 'Noto Sans Arabic', sheets: listWeightSheets('noto-sans-arabic') },
  { name: 'Noto Sans SC Variable', sheets: ['@fontsource-variable/noto-sans-sc/index.css'] },
  { name: 'Noto Sans TC Variable', sheets: ['@fontsource-variable/noto-sans-tc/index.css'] },
  { name: 'Noto Sans JP Variable', sheets: ['@fontsource-variable/noto-sans-jp/index.css'] },
  { name: 'Noto Sans KR Variable', sheets: ['@fontsource-variable/noto-sans-kr/index.css'] },
] as const;
const [LATIN] = FAMILIES;
/** Slices that claim characters which their font lacks. */
const EXCLUDED_SLICES = /-(math|symbols)-\d+-normal/;

type Family = (typeof FAMILIES)[number];

/** One `@font-face` rule: a slice of the characters in one weight. */
interface Face {
  file: string;
  rule: string;
}

/** Faces by code point. */
type Characters = Map<number, Face[]>;

const MODULES = createRequire(import.meta.url);
const characters = new Map<Family, Characters>();
const rules = new Map<Face, string>();

/** Returns the `@font-face` rules with font data for this text, and its font stack. The machine may have no fonts. */
export function buildFontCss(text: string): string {
  const order = orderFamilies(text);
  const faces = new Set(loadCharacters(LATIN).get(0x41)); // always needed for numbers, labels and footers
  const used = new Set<Family>([LATIN]);
  for (const char of new Set(text)) {
    const codePoint = char.codePointAt(0) ?? 0;
    const family = order.find((candidate) => loadCharacters(candidate).has(codePoint));
    if (!family) continue;
    used.add(family);
    loadCharacters(family)
      .get(codePoint)
      ?.forEach((face) => faces.add(face));
  }
  const stack = order.filter((family) => used.has(family)).map(({ name }) => `'${name}'`);
  return `${[...faces].map(inlineFace).join('\n')}\n:root { font-family: ${stack.join(', ')}; }`;
}

/** In a text with kana, Chinese characters need their Japanese shapes. */
function orderFamilies(text: string): Family[] {
  if (!/[\u3041-\u30ff]/.test(text)) return [...FAMILIES];
  return FAMILIES.toSorted((a, b) => Number(isChinese(a)) - Number(isChinese(b)));
}

function isChinese({ name }: Family): boolean {
  return / [ST]C /.test(name);
}

/** Reads a family on first use. Most documents need only the first. */
function loadCharacters(family: Family): Characters {
  const known = characters.get(family);
  if (known) return known;
  const read: Characters = new Map();
  for (const sheet of family.sheets) readSheet(MODULES.resolve(sheet), read);
  characters.set(family, read);
  return read;
}

function readSheet(path: string, read: Characters): void {
  for (const [rule] of readFileSync(path, 'utf8').matchAll(/@font-face \{[^}]*\}/g)) {
    if (EXCLUDED_SLICES.test(rule)) continue;
    const face = { file: join(dirname(path), /url\(([^)]+\.woff2)\)/.exec(rule)?.[1] ?? ''), rule };
    for (const codePoint of parseCodePoints(rule))
      read.set(codePoint, [...(read.get(codePoint) ?? []), face]);
  }
}

function* parseCodePoints(rule: string): Generator<number> {
  for (const [, first = '', last = first] of rule.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
    for (let codePoint = parseInt(first, 16); codePoint <= parseInt(last, 16); codePoint += 1)
      yield codePoint;
  }
}

function inlineFace(face: Face): string {
  const known = rules.get(face);
  if (known) return known;
  const data = readFileSync(face.file).toString('base64');
  const rule = face.rule
    .replace(/src: [^;]*;/, `src: url(data:font/woff2;base64,${data});`)
    .replace('swap', 'block');
  rules.set(face, rule);
  return rule;
}

function listWeightSheets(name: string): string[] {
  return [`@fontsource/${name}/400.css`, `@fontsource/${name}/700.css`];
}
