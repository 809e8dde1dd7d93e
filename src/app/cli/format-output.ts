import Table from 'cli-table3';
import pc from 'picocolors';

type Row = Record<string, unknown>;

const BORDERLESS = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
    .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'])
    .map((part) => [part, '']),
);

/** Formats the result of a command for people: a table for each list, a line for everything else. */
export function formatOutput(result: object, isTerminal: boolean | undefined): string {
  const colors = pc.createColors(isTerminal === true && pc.isColorSupported);
  // Converts dates to text, as in the JSON output.
  const plain = JSON.parse(JSON.stringify(result)) as Row;
  const fields = flattenFields(plain);
  const width = Math.max(0, ...fields.filter((field) => !isTable(field)).map(([name]) => name.length)) + 2;
  return fields
    .map((field) => {
      const [name, value] = field;
      if (!isTable(field)) return `${colors.dim(name.padEnd(width))}${formatCell(value)}\n`;
      const empty = `No ${name.replaceAll('_', ' ')}.`;
      return `${formatTable(value as Row[], colors) || colors.dim(empty)}\n`;
    })
    .join('');
}

/** Returns nested fields with their full names, e.g. `organization.id`. */
function flattenFields(object: Row, prefix = ''): [string, unknown][] {
  return Object.entries(object).flatMap(([name, value]): [string, unknown][] =>
    isObject(value) ? flattenFields(value, `${prefix}${name}.`) : [[prefix + name, value]],
  );
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An empty list of a nested object is a field, because its name would not complete `No ….`. */
function isTable([name, value]: [string, unknown]): boolean {
  return isRowList(value) && (value.length > 0 || !name.includes('.'));
}

function isRowList(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every(isObject);
}

function formatTable(rows: Row[], colors: ReturnType<typeof pc.createColors>): string {
  if (rows.length === 0) return '';
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const table = new Table({
    head: names.map((name) => colors.bold(name)),
    chars: BORDERLESS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2, compact: true },
  });
  for (const row of rows) table.push(names.map((name) => formatCell(row[name])));
  return table.toString().replaceAll(/ +$/gm, '');
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value) && value.length === 0) return '–';
  if (Array.isArray(value) && !value.some((item) => typeof item === 'object')) return value.join(', ');
  // Control characters in stored text must not reach the terminal.
  // oxlint-disable-next-line no-control-regex -- removes them
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/[\x00-\x1f\x7f-\x9f]/g, ' ');
}
