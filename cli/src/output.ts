import Table from 'cli-table3';
import pc from 'picocolors';

/** A column's header and the function that returns its cells. */
export type Column<T> = [head: string, cell: (row: T) => string | number | null | undefined];

/** Writes the result of a command as JSON lines or as text. */
export class Output {
  readonly colors = pc.createColors(supportsColor(process.stdout));

  constructor(readonly isJson: boolean) {}

  /** Prints the result as JSON, or calls `printText`. */
  printResult(result: unknown, printText: () => void): void {
    if (this.isJson) this.printJson(result);
    else printText();
  }

  printJson(value: unknown): void {
    process.stdout.write(`${JSON.stringify(value)}\n`);
  }

  printLine(text = ''): void {
    process.stdout.write(`${text}\n`);
  }

  /** Writes to standard error, so that pipes get only the result. */
  printNote(text: string): void {
    process.stderr.write(`${stripControlCharacters(text)}\n`);
  }

  printTable<T>(rows: readonly T[], columns: Column<T>[]): void {
    if (rows.length === 0) return this.printLine(this.colors.dim('No results.'));
    const table = new Table({
      head: columns.map(([head]) => this.colors.bold(head)),
      chars: BORDERLESS,
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2, compact: true },
    });
    for (const row of rows)
      table.push(columns.map(([, cell]) => stripControlCharacters(String(cell(row) ?? '–'))));
    this.printLine(table.toString().replace(/ +$/gm, ''));
  }

  /** Prints a line per field and skips fields without a value. */
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

/** Returns true for a terminal. `NO_COLOR` and `FORCE_COLOR` override this. */
export function supportsColor({ isTTY }: { isTTY?: boolean }): boolean {
  if (process.env.NO_COLOR) return false;
  return process.env.FORCE_COLOR ? true : isTTY === true && process.env.TERM !== 'dumb';
}

// oxlint-disable-next-line no-control-regex -- the pattern matches control characters; ESC [ … m sets our own colors
const UNPRINTABLE = /(?!\n)[\x00-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\x1b(?!\[\d{0,2}m)/g;

/** Removes control and bidirectional characters, which could disguise text from the API in a terminal. */
export function stripControlCharacters(text: string): string {
  return text.replaceAll(UNPRINTABLE, '');
}

/** Formats cents with the sign of their currency: `$1,234.50`, `CA$1,234.50`. Servers before 0.2 send no currency: it is USD. */
export function formatMoney(cents: number, currency: string = 'USD'): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency });
}
