import Table from 'cli-table3';
import pc from 'picocolors';

type Row = Record<string, unknown>;

const BORDERLESS = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
    .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'])
    .map((part) => [part, '']),
);

/** What a command answers, for people: a table for each list, a line for everything else. */
export function formatOutput(answer: object, isTerminal: boolean | undefined): string {
  const colors = pc.createColors(isTerminal === true && pc.isColorSupported);
  // As scripts get it: dates are text by then.
  const plain = JSON.parse(JSON.stringify(answer)) as Row;
  const fields = flattenFields(plain);
  const width =
    Math.max(0, ...fields.filter(([, value]) => !isRowList(value)).map(([name]) => name.length)) + 2;
  return fields
    .map(([name, value]) =>
      isRowList(value)
        ? `${formatTable(value, colors) || colors.dim(`No ${name}.`)}\n`
        : `${colors.dim(name.padEnd(width))}${formatCell(value)}\n`,
    )
    .join('');
}

/** The fields of objects within, each by its whole name. */
function flattenFields(object: Row, prefix = ''): [string, unknown][] {
  return Object.entries(object).flatMap(([name, value]): [string, unknown][] =>
    isObject(value) ? flattenFields(value, `${prefix}${name}.`) : [[prefix + name, value]],
  );
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of records; one of words stands on its line. */
function isRowList(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every(isObject);
}

function formatTable(rows: Row[], colors: ReturnType<typeof pc.createColors>): string {
  if (rows.length === 0) return '';
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const made = new Table({
    head: names.map((name) => colors.bold(name)),
    chars: BORDERLESS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2, compact: true },
  });
  for (const row of rows) made.push(names.map((name) => formatCell(row[name])));
  return made.toString().replaceAll(/ +$/gm, '');
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value) && !value.some((one) => typeof one === 'object')) return value.join(', ');
  // What others wrote moves no cursor.
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/[\x00-\x1f\x7f-\x9f]/g, ' ');
}
