import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLOCK_FAULTS } from './faults/clock.ts';
import { PROCESS_FAULTS } from './faults/processes.ts';
import { receiverFaults } from './faults/receivers.ts';
import { DATABASE_FAULTS, QUEUE_FAULTS } from './faults/stores.ts';
import { Lab } from './lab.ts';
import type { Outcome } from './outcome.ts';

const FAULTS = [...PROCESS_FAULTS, ...QUEUE_FAULTS, ...DATABASE_FAULTS, ...CLOCK_FAULTS];
const COLUMNS = ['Fault', 'Times', 'Events accepted', 'Lost', 'Duplicates', 'Longest recovery'];

const { values: options } = parseArgs({
  options: {
    /** Only faults whose name contains this. */
    only: { type: 'string', default: '' },
    /** Also writes the table as Markdown into this file. */
    markdown: { type: 'string' },
  },
});

const began = Date.now();
const rows: string[][] = [];
const complaints: string[] = [];

function report(name: string, outcome: Outcome | 'skipped'): void {
  if (outcome === 'skipped') rows.push([name, 'skipped: no redis-server', '', '', '', '']);
  else {
    const { times, accepted, lost, duplicates, recoveryMs, complaint } = outcome;
    rows.push([
      name,
      ...[times, accepted, lost, duplicates].map(String),
      `${(recoveryMs / 1_000).toFixed(1)} s`,
    ]);
    if (lost > 0) complaints.push(`${name}: ${lost} lost`);
    if (accepted === 0 || times === 0) complaints.push(`${name}: nothing was tried`);
    if (complaint) complaints.push(`${name}: ${complaint}`);
  }
  process.stdout.write(`${rows.at(-1)!.join(' | ')}\n`);
}

/** Markdown, padded so that it reads well as it is. */
function table(): string {
  const lines = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const format = (line: string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [format(COLUMNS), format(widths.map((width) => '-'.repeat(width))), ...rows.map(format)].join('\n');
}

const lab = await Lab.open();
try {
  await lab.restart();
  for (const { name, run } of FAULTS) if (name.includes(options.only)) report(name, await run(lab));
  if ('receiver'.includes(options.only) || options.only.startsWith('receiver')) {
    for (const [name, outcome] of await receiverFaults(lab)) report(name, outcome);
  }
} finally {
  await lab.close();
}
process.stdout.write(`\n${table()}\n\n${Math.round((Date.now() - began) / 1_000)} s\n`);
if (options.markdown) {
  mkdirSync(join(options.markdown, '..'), { recursive: true });
  writeFileSync(options.markdown, `${table()}\n`);
}
for (const complaint of complaints) process.stdout.write(`FAILED ${complaint}\n`);
process.exitCode = complaints.length > 0 ? 1 : 0;
