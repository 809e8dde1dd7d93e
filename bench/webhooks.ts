import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBench } from './support/bench.ts';
import { RESULTS } from './support/paths.ts';
import { backlog } from './webhooks/backlog.ts';
import { fairness } from './webhooks/fairness.ts';
import type { ResultRow } from './webhooks/results.ts';
import { kills } from './webhooks/kills.ts';
import { latency } from './webhooks/latency.ts';
import { sharing } from './webhooks/sharing.ts';
import { throughput } from './webhooks/throughput.ts';

const PARTS = { throughput, latency, fairness, sharing, backlog, kills };

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: Object.keys(PARTS) },
    /** The share of the full size, for short runs. */
    scale: { type: 'string', default: '1' },
  },
});

mkdirSync(RESULTS, { recursive: true });
const rows: ResultRow[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (!options.only.includes(name)) continue;
  const bench = await openBench();
  try {
    rows.push(...(await part(bench, Number(options.scale))));
  } finally {
    await bench.close();
  }
}
console.table(
  Object.fromEntries(
    rows.map(({ figure, value, reach, met }) => [figure, { value, reach, met: met ? 'yes' : 'NO' }]),
  ),
);
const about = {
  at: new Date().toISOString(),
  node: process.version,
  cpus: cpus().length,
  scale: options.scale,
};
writeFileSync(join(RESULTS, 'webhooks.json'), `${JSON.stringify({ ...about, rows }, null, 2)}\n`);
if (rows.some(({ met }) => !met)) process.exitCode = 1;
