import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Quiet } from './quiet.ts';
import { ROWS, type Row } from './rows.ts';
import { Town } from './town.ts';

const MOST = 3;
const ALONE_S = 7;
const BESIDE_S = 10;
/** Until what the loud one does is under way, and until it is over. */
const SETTLE_MS = 2_000;
const COLUMNS = [
  'Beside',
  'What the quiet one notices',
  'Alone, p99',
  'Beside, p99',
  'Ratio',
  'Refused',
  'The loud one was answered',
];

const { values: options } = parseArgs({
  options: {
    /** Only rows whose name contains this. */
    only: { type: 'string', default: '' },
    /** Also writes the table as Markdown into this file. */
    markdown: { type: 'string' },
  },
});
const complaints: string[] = [];

/** Who measures is not what is measured. */
try {
  setPriority(-5);
} catch {
  // Only root may; the ratio then has a little of the measuring in it.
}

async function measure(town: Town, quiet: Quiet, row: Row): Promise<string[][]> {
  await row.prepare?.(town);
  await quiet.calm();
  const alone = await quiet.live(row.of, ALONE_S);
  await row.begin(town);
  await sleep(SETTLE_MS);
  const beside = await quiet.live(row.of, BESIDE_S);
  const answers = await town.hush();
  const refused = quiet.complaints();
  await row.end?.(town);
  return row.of.map((what) => {
    const [a, b] = [p99(alone[what]!), p99(beside[what]!)];
    const ratio = b / a;
    if (!(ratio <= MOST)) complaints.push(`${row.name}: ${what} ${ratio.toFixed(2)}`);
    const line = [
      row.name,
      `${what} (${alone[what]!.length}, ${beside[what]!.length})`,
      ms(a),
      ms(b),
      ratio.toFixed(2),
      refused,
      answers,
    ];
    process.stdout.write(`${line.join(' | ')}\n`);
    return line;
  });
}

function p99(samples: number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1]!;
}

function ms(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(1)} ms` : 'never';
}

function table(rows: string[][]): string {
  const all = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...all.map((line) => line[column]!.length)));
  const format = (line: string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [format(COLUMNS), format(widths.map((width) => '-'.repeat(width))), ...rows.map(format)].join('\n');
}

const began = Date.now();
const town = await Town.open();
const quiet = await Quiet.moveIn(town);
const lines: string[][] = [];
try {
  await quiet.live(['requests', 'webhooks', 'papers'], 4);
  for (const row of ROWS.filter(({ name }) => name.includes(options.only)))
    lines.push(...(await measure(town, quiet, row)));
} finally {
  quiet.close();
  await town.close();
}
const markdown = table(lines);
process.stdout.write(`\n${markdown}\n\n${Math.round((Date.now() - began) / 1_000)} s\n`);
if (options.markdown) writeFileSync(options.markdown, `${markdown}\n`);
for (const complaint of complaints) process.stdout.write(`FAILED ${complaint}\n`);
process.exit(complaints.length > 0 ? 1 : 0);
