/** A generated page below `docs/reference`. */
export interface ReferencePage {
  file: string;
  title: string;
  /** Markdown below the title. */
  render(): string | Promise<string>;
}

export const EMPTY_CELL = '–';

export function code(text: string): string {
  return `\`${text}\``;
}

/** Marks addresses in plain text as code, so that the docs site does not turn them into links. */
export function markUrls(text: string): string {
  return text.replaceAll(/\S+:\/\/[^\s,]+(?:,[^\s,]+)*/g, code);
}

export function renderTable(columns: string[], rows: string[][]): string {
  const lines = [columns, columns.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map(toCell).join(' | ')} |`,
  );
  return `${lines.join('\n')}\n`;
}

function toCell(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('|', '\\|');
}

/** Renders a name as code, with an anchor that links point to. */
export function renderEntryName(name: string): string {
  return `<a id="${name}"></a>${code(name)}`;
}

export function formatNumber(value: number | string): string {
  return Number(value).toLocaleString('en-US');
}
