import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLOCK_FAULTS } from './faults/clock.ts';
import { openReplicaLab, REPLICA_FAULTS } from './faults/replica.ts';
import { FAILOVER_FAULTS } from './faults/failover.ts';
import { DATABASE_FAULTS } from './faults/database.ts';
import { PROCESS_FAULTS } from './faults/processes.ts';
import { SETUP_FAULTS } from './faults/setup.ts';
import { SILENCE_FAULTS } from './faults/silence.ts';
import { QUEUE_FAULTS } from './faults/queue.ts';
import { PAPER_FAULTS } from './faults/papers.ts';
import { receiverFaults } from './faults/receivers.ts';
import { REFUSAL_FAULTS } from './faults/refusals.ts';
import { openPairLab, STANDBY_FAULTS } from './faults/standby.ts';
import { Lab } from './lab.ts';
import type { Fault, Outcome } from './outcome.ts';
import { Watch } from './watch.ts';

interface Lane {
  faults: Fault[];
  receivers: boolean;
  /** Undefined where the machine lacks what it needs. */
  open: () => Promise<Lab | undefined>;
}

const open = (): Promise<Lab> => Lab.open();

/** Side by side, each in a lab of its own: most of the time one only waits for leases to end. */
const LANES: Lane[] = [
  { faults: PROCESS_FAULTS, receivers: false, open },
  {
    faults: [...SILENCE_FAULTS, ...REFUSAL_FAULTS, ...SETUP_FAULTS, ...PAPER_FAULTS],
    receivers: false,
    open,
  },
  {
    faults: [...QUEUE_FAULTS, ...FAILOVER_FAULTS, ...DATABASE_FAULTS, ...CLOCK_FAULTS],
    receivers: true,
    open,
  },
];
/** What needs more than one database server: `--ha` tries these and nothing else. */
const HA_LANES: Lane[] = [
  { faults: STANDBY_FAULTS, receivers: false, open: openPairLab },
  { faults: REPLICA_FAULTS, receivers: false, open: openReplicaLab },
];
const COLUMNS = ['Fault', 'Times', 'Events accepted', 'Lost', 'Duplicates', 'Longest recovery', 'Seen'];

const { values: options } = parseArgs({
  options: {
    /** Only faults whose name contains this. */
    only: { type: 'string', default: '' },
    /** Only the faults that are tried one after the other in this lane: 0, 1 or 2. */
    lane: { type: 'string' },
    ha: { type: 'boolean', default: false },
    /** Also writes the table as Markdown into this file. */
    markdown: { type: 'string' },
  },
});

const began = Date.now();
const complaints: string[] = [];

function report(name: string, outcome: Outcome | 'skipped', seen = ''): string[] {
  const row = outcome === 'skipped' ? [name, 'skipped', '', '', '', '', ''] : [...judge(name, outcome), seen];
  // CI is told of nothing that it did not try.
  if (outcome === 'skipped' && process.env.CI) complaints.push(`${name}: skipped`);
  process.stdout.write(`${row.join(' | ')}\n`);
  return row;
}

function judge(name: string, outcome: Outcome): string[] {
  const { times, accepted, lost, duplicates, recoveryMs, complaint } = outcome;
  if (lost > 0) complaints.push(`${name}: ${lost} lost`);
  if (accepted === 0 || times === 0) complaints.push(`${name}: nothing was tried`);
  if (complaint) complaints.push(`${name}: ${complaint}`);
  const counts = [times, accepted, lost, duplicates].map(String);
  return [name, ...counts, `${(recoveryMs / 1_000).toFixed(1)} s`];
}

function isWanted(_: unknown, index: number): boolean {
  return options.lane === undefined || options.lane === String(index);
}

async function lane({ faults, receivers, open: openLab }: Lane): Promise<string[][]> {
  const rows: string[][] = [];
  const chosen = faults.filter(({ name }) => name.includes(options.only));
  const withReceivers =
    receivers && ('receiver'.includes(options.only) || options.only.startsWith('receiver'));
  if (chosen.length === 0 && !withReceivers) return rows;
  const lab = await openLab();
  if (!lab) return chosen.map(({ name }) => report(name, 'skipped'));
  try {
    await lab.restart();
    for (const fault of chosen) {
      // Else what the fault before has left would stand with this one as what told of it.
      if (!(await lab.ready())) complaints.push(`before ${fault.name}: not everybody is ready`);
      const watch = new Watch(lab);
      const outcome = await attempt(lab, fault);
      const said = outcome === 'skipped' ? undefined : outcome.said;
      const seen = [said, await watch.stop()].filter(Boolean).join('; ');
      if (fault.told && outcome !== 'skipped' && seen === '')
        complaints.push(`${fault.name}: nobody was told`);
      rows.push(report(fault.name, outcome, seen));
    }
    if (withReceivers)
      for (const [name, outcome] of await receiverFaults(lab)) rows.push(report(name, outcome, outcome.said));
  } finally {
    await lab.close();
  }
  return rows;
}

/** A fault that could not be tried to its end fails, and the others are tried all the same. */
async function attempt(lab: Lab, { run }: Fault): Promise<Outcome | 'skipped'> {
  try {
    return await run(lab);
  } catch (error) {
    await lab.restart();
    const complaint = error instanceof Error ? error.stack! : String(error);
    return { times: 0, accepted: 0, lost: 0, duplicates: 0, recoveryMs: 0, complaint };
  }
}

/** Markdown, padded so that it reads well as it is. */
function table(rows: string[][]): string {
  const lines = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const format = (line: string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [format(COLUMNS), format(widths.map((width) => '-'.repeat(width))), ...rows.map(format)].join('\n');
}

const markdown = table(
  (await Promise.all((options.ha ? HA_LANES : LANES).filter(isWanted).map(lane))).flat(),
);
process.stdout.write(`\n${markdown}\n\n${Math.round((Date.now() - began) / 1_000)} s\n`);
if (options.markdown) {
  mkdirSync(join(options.markdown, '..'), { recursive: true });
  writeFileSync(options.markdown, `${markdown}\n`);
}
for (const complaint of complaints) process.stdout.write(`FAILED ${complaint}\n`);
process.exitCode = complaints.length > 0 ? 1 : 0;
