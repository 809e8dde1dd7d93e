import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LightTenant } from './light-tenant.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { Cluster } from './cluster.ts';

const MAX_RATIO = 3;
const BASELINE_SECONDS = 7;
const CONTENTION_SECONDS = 10;
/** The time for a load to start, and to end. */
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
const failures: string[] = [];

/** Gives the measuring process priority over the measured ones. */
try {
  setPriority(-5);
} catch {
  // Only root may raise the priority. Without it the ratio includes some measuring overhead.
}

async function measureScenario(town: Cluster, quiet: LightTenant, row: Scenario): Promise<string[][]> {
  await row.prepare?.(town);
  await quiet.waitUntilIdle();
  const alone = await quiet.measure(row.measures, BASELINE_SECONDS);
  await row.start(town);
  await sleep(SETTLE_MS);
  const beside = await quiet.measure(row.measures, CONTENTION_SECONDS);
  const answers = await town.stopLoad();
  const refused = quiet.takeRefusals();
  await row.cleanUp?.(town);
  return row.measures.map((what) => {
    const [a, b] = [computeP99(alone[what]!), computeP99(beside[what]!)];
    const ratio = b / a;
    if (!(ratio <= MAX_RATIO)) failures.push(`${row.name}: ${what} ${ratio.toFixed(2)}`);
    const line = [
      row.name,
      `${what} (${alone[what]!.length}, ${beside[what]!.length})`,
      formatMs(a),
      formatMs(b),
      ratio.toFixed(2),
      refused,
      answers,
    ];
    process.stdout.write(`${line.join(' | ')}\n`);
    return line;
  });
}

function computeP99(samples: number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1]!;
}

function formatMs(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(1)} ms` : 'never';
}

function formatTable(rows: string[][]): string {
  const all = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...all.map((line) => line[column]!.length)));
  const format = (line: string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [format(COLUMNS), format(widths.map((width) => '-'.repeat(width))), ...rows.map(format)].join('\n');
}

const began = Date.now();
const cluster = await Cluster.open();
const lightTenant = await LightTenant.create(cluster);
const tableRows: string[][] = [];
try {
  await lightTenant.measure(['requests', 'webhooks', 'papers'], 4);
  for (const row of SCENARIOS.filter(({ name }) => name.includes(options.only)))
    tableRows.push(...(await measureScenario(cluster, lightTenant, row)));
} finally {
  lightTenant.close();
  await cluster.close();
}
const markdown = formatTable(tableRows);
process.stdout.write(`\n${markdown}\n\n${Math.round((Date.now() - began) / 1_000)} s\n`);
if (options.markdown) writeFileSync(options.markdown, `${markdown}\n`);
for (const complaint of failures) process.stdout.write(`FAILED ${complaint}\n`);
process.exit(failures.length > 0 ? 1 : 0);
