/** A paragraph, list item, table cell or heading. */
export interface Block {
  text: string;
  /** Number of the line, or the path within an OpenAPI document. */
  line: number | string;
  heading?: boolean;
}

export type Sentence = Required<Block>;

/** Sentences do not end after these. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|vs|cf|approx|St|Ave|No|Inc|Co|Dr|Mr|U\.S)\.|\b[A-Z]\.)$/;
const SENTENCE_END = /[.!?]["”’')\]*_]*(?=\s+["“‘'(*_]*[A-Z0-9`²³⁴⁵⁶⁷⁸⁹])/g;

/**
 * Splits Markdown into its blocks. Leaves out code blocks, comments, HTML tags and link targets.
 *
 * @param firstLine number of the first line, for messages
 */
export function splitMarkdown(markdown: string, firstLine = 1): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let fence: string | undefined;
  const close = () => {
    if (open) blocks.push(open);
    open = undefined;
  };
  const lines = markdown.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, '')).split('\n');
  for (const [index, raw] of lines.entries()) {
    const line = firstLine + index;
    const mark = /^\s*(?:>\s*)?(```+|~~~+)/.exec(raw)?.[1];
    if (fence) {
      if (mark?.startsWith(fence)) fence = undefined;
      continue;
    }
    if (mark) {
      fence = mark;
      close();
      continue;
    }
    const text = raw.replace(/^\s*>\s?/, '');
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(text);
    if (text.trim() === '' || /^\s*(?:[-*_]\s*){3,}$/.test(text)) close();
    else if (/^\s*\|/.test(text)) {
      close();
      if (!/^\s*\|[\s:|-]+\|?\s*$/.test(text)) blocks.push(...splitRow(text, line));
    } else if (/^#{1,6}\s/.test(text)) {
      close();
      blocks.push({ text: text.replace(/^#+\s+/, ''), line, heading: true });
    } else if (item) {
      close();
      open = { text: item[1]!, line };
    } else if (open) open.text += ` ${text.trim()}`;
    // Four spaces without a paragraph before them are code.
    else if (!/^(?: {4}|\t)/.test(text)) open = { text: text.trim(), line };
  }
  close();
  return blocks
    .map((block) => ({ ...block, text: toPlainText(block.text) }))
    .filter(({ text }) => text !== '');
}

export function splitSentences({ text, line, heading = false }: Block): Sentence[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(SENTENCE_END)) {
    const end = index + mark.length;
    if (mark[0] === '.' && ABBREVIATION.test(text.slice(start, index + 1))) continue;
    sentences.push(text.slice(start, end).trim());
    start = end;
  }
  sentences.push(text.slice(start).trim());
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence) => ({ text: sentence, line, heading }));
}

export function countWords(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}`]/u.test(word)).length;
}

function splitRow(row: string, line: number): Block[] {
  const cells = row.trim().replace(/^\||\|$/g, '');
  return cells.split(/(?<!\\)\|/).map((cell) => ({ text: cell.trim(), line }));
}

/** Keeps inline code as one word, and the text of links. */
function toPlainText(markdown: string): string {
  return markdown
    .replace(/(`+)(.+?)\1/g, (_, __, code: string) => '`' + code.trim().replace(/\s+/g, '\u00a0') + '`')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/<[a-z/][^>]*>/gi, ' ')
    .replace(/\*\*|__/g, '')
    .replace(/\\([|*_<>])/g, '$1')
    .replace(/[ \t\n]+/g, ' ')
    .trim();
}
