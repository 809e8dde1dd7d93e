import Table from 'cli-table3';
import pc from 'picocolors';

/** One column: its head and what stands in it. */
export type Column<T> = [head: string, cell: (row: T) => string | number | null | undefined];

/** Where a command writes to: one JSON object on a line, or what people read. */
export class Output {
  readonly colors = pc.createColors(supportsColor(process.stdout));

  constructor(readonly isJson: boolean) {}

  /** The one answer of a command. */
  printResult(answer: unknown, forPeople: () => void): void {
    if (this.isJson) this.printJson(answer);
    else forPeople();
  }

  printJson(value: unknown): void {
    process.stdout.write(`${JSON.stringify(value)}\n`);
  }

  printLine(text = ''): void {
    process.stdout.write(`${text}\n`);
  }

  /** What is no part of the answer: it stays out of pipes. */
  printNote(text: string): void {
    process.stderr.write(`${stripControlCharacters(text)}\n`);
  }

  printTable<T>(rows: readonly T[], columns: Column<T>[]): void {
    if (rows.length === 0) return this.printLine(this.colors.dim('Nothing found.'));
    const table = new Table({
      head: columns.map(([head]) => this.colors.bold(head)),
      chars: BORDERLESS,
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2, compact: true },
    });
    for (const row of rows)
      table.push(columns.map(([, cell]) => stripControlCharacters(String(cell(row) ?? '–'))));
    this.printLine(table.toString().replace(/ +$/gm, ''));
  }

  /** One record, a line for each of its fields that is there. */
  printRecord(fields: Record<string, string | number | null | undefined>): void {
    const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
    const width = Math.max(...entries.map(([name]) => name.length)) + 2;
    for (const [name, value] of entries)
      this.printLine(this.colors.dim(name.padEnd(width)) + stripControlCharacters(String(value)));
  }
}

const BORDERLESS = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
    .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'])
    .map((part) => [part, '']),
);

/** On a terminal only, unless `NO_COLOR` or `FORCE_COLOR` says otherwise. */
export function supportsColor({ isTTY }: { isTTY?: boolean }): boolean {
  if (process.env.NO_COLOR) return false;
  return process.env.FORCE_COLOR ? true : isTTY === true && process.env.TERM !== 'dumb';
}

// oxlint-disable-next-line no-control-regex -- they are what is taken out; ESC [ … m is our own colour
const UNPRINTABLE = /(?!\n)[\x00-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\x1b(?!\[\d{0,2}m)/g;

/** What others wrote moves no cursor and turns no text around. */
export function stripControlCharacters(text: string): string {
  return text.replaceAll(UNPRINTABLE, '');
}

/** $1,234.50 */
export function formatDollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
