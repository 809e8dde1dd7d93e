import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLOCK_FAULTS } from './faults/clock-skew.ts';
import { openReplicaCluster, REPLICA_FAULTS } from './faults/read-replica.ts';
import { REDIS_FAILOVER_FAULTS } from './faults/redis-failover.ts';
import { DATABASE_FAULTS } from './faults/database-outages.ts';
import { PROCESS_FAULTS } from './faults/process-kills.ts';
import { SETUP_FAULTS } from './faults/misconfiguration.ts';
import { FREEZE_FAULTS } from './faults/frozen-processes.ts';
import { QUEUE_FAULTS } from './faults/queue-outages.ts';
import { PDF_FAULTS } from './faults/pdf-rendering.ts';
import { runReceiverFaults } from './faults/hostile-receivers.ts';
import { DATABASE_ERROR_FAULTS } from './faults/database-errors.ts';
import { openFailoverCluster, POSTGRES_FAILOVER_FAULTS } from './faults/postgres-failover.ts';
import { FaultCluster } from './fault-cluster.ts';
import type { Fault, FaultOutcome } from './fault.ts';
import { FaultMonitor } from './fault-monitor.ts';

interface FaultSuite {
  faults: Fault[];
  receivers: boolean;
  /** Undefined if the machine lacks the required programs. */
  open: () => Promise<FaultCluster | undefined>;
}

const openCluster = (): Promise<FaultCluster> => FaultCluster.open();

/** These suites run in parallel, each in its own cluster, because they mostly wait for leases to end. */
const SUITES: FaultSuite[] = [
  { faults: PROCESS_FAULTS, receivers: false, open: openCluster },
  {
    faults: [...FREEZE_FAULTS, ...DATABASE_ERROR_FAULTS, ...SETUP_FAULTS, ...PDF_FAULTS],
    receivers: false,
    open: openCluster,
  },
  {
    faults: [...QUEUE_FAULTS, ...REDIS_FAILOVER_FAULTS, ...DATABASE_FAULTS, ...CLOCK_FAULTS],
    receivers: true,
    open: openCluster,
  },
];
/** Faults that need more than one database server. `--ha` runs only these. */
const HA_SUITES: FaultSuite[] = [
  { faults: POSTGRES_FAILOVER_FAULTS, receivers: false, open: openFailoverCluster },
  { faults: REPLICA_FAULTS, receivers: false, open: openReplicaCluster },
];
const COLUMNS = ['Fault', 'Times', 'Events accepted', 'Lost', 'Duplicates', 'Longest recovery', 'Seen'];

const { values: options } = parseArgs({
  options: {
    /** Only faults whose name contains this. */
    only: { type: 'string', default: '' },
    /** Only the faults of this sequential lane: 0, 1 or 2. */
    lane: { type: 'string' },
    ha: { type: 'boolean', default: false },
    /** Also writes the table as Markdown into this file. */
    markdown: { type: 'string' },
  },
});

const began = Date.now();
const failures: string[] = [];

function report(name: string, outcome: FaultOutcome | 'skipped', seen = ''): string[] {
  const row =
    outcome === 'skipped' ? [name, 'skipped', '', '', '', '', ''] : [...checkOutcome(name, outcome), seen];
  // In CI a skipped suite is a failure.
  if (outcome === 'skipped' && process.env.CI) failures.push(`${name}: skipped`);
  process.stdout.write(`${row.join(' | ')}\n`);
  return row;
}

function checkOutcome(name: string, outcome: FaultOutcome): string[] {
  const { times, accepted, lost, duplicates, recoveryMs, failure: complaint } = outcome;
  if (lost > 0) failures.push(`${name}: ${lost} lost`);
  if (accepted === 0 || times === 0) failures.push(`${name}: nothing was tried`);
  if (complaint) failures.push(`${name}: ${complaint}`);
  const counts = [times, accepted, lost, duplicates].map(String);
  return [name, ...counts, `${(recoveryMs / 1_000).toFixed(1)} s`];
}

function isSelected(_: unknown, index: number): boolean {
  return options.lane === undefined || options.lane === String(index);
}

async function runSuite({ faults, receivers, open: openLab }: FaultSuite): Promise<string[][]> {
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
      // Otherwise the aftermath of the previous fault would count as a detection of this one.
      if (!(await lab.waitUntilReady())) failures.push(`before ${fault.name}: not everybody is ready`);
      const watch = new FaultMonitor(lab);
      const outcome = await runFault(lab, fault);
      const said = outcome === 'skipped' ? undefined : outcome.detectedBy;
      const seen = [said, await watch.stop()].filter(Boolean).join('; ');
      if (fault.mustBeDetected && outcome !== 'skipped' && seen === '')
        failures.push(`${fault.name}: nobody was told`);
      rows.push(report(fault.name, outcome, seen));
    }
    if (withReceivers)
      for (const [name, outcome] of await runReceiverFaults(lab))
        rows.push(report(name, outcome, outcome.detectedBy));
  } finally {
    await lab.close();
  }
  return rows;
}

/** Runs one fault. A fault that throws counts as failed, and the others still run. */
async function runFault(lab: FaultCluster, { run }: Fault): Promise<FaultOutcome | 'skipped'> {
  try {
    return await run(lab);
  } catch (error) {
    await lab.restart();
    const complaint = error instanceof Error ? error.stack! : String(error);
    return { times: 0, accepted: 0, lost: 0, duplicates: 0, recoveryMs: 0, failure: complaint };
  }
}

/** Formats a Markdown table, padded to be readable as text. */
function formatTable(rows: string[][]): string {
  const lines = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const format = (line: string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [format(COLUMNS), format(widths.map((width) => '-'.repeat(width))), ...rows.map(format)].join('\n');
}

const markdown = formatTable(
  (await Promise.all((options.ha ? HA_SUITES : SUITES).filter(isSelected).map(runSuite))).flat(),
);
process.stdout.write(`\n${markdown}\n\n${Math.round((Date.now() - began) / 1_000)} s\n`);
if (options.markdown) {
  mkdirSync(join(options.markdown, '..'), { recursive: true });
  writeFileSync(options.markdown, `${markdown}\n`);
}
for (const complaint of failures) process.stdout.write(`FAILED ${complaint}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
