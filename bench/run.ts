import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { document } from './document.ts';
import { limits } from './limits.ts';
import { lists } from './lists.ts';
import { memory } from './memory.ts';
import { reads } from './reads.ts';
import { scale } from './scale.ts';
import { openBench } from './support/bench.ts';
import type { Figure } from './support/figure.ts';
import { CONNECTIONS } from './support/load.ts';
import { RESULTS } from './support/paths.ts';
import { writes } from './writes.ts';

const PARTS = ['memory', 'document', 'reads', 'limits', 'writes', 'scale', 'lists'] as const;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [...PARTS] },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    rows: { type: 'string', default: '1000000' },
    profile: { type: 'boolean', default: false },
  },
});
const pace = { rounds: Number(options.rounds), seconds: Number(options.seconds) };
const profiling = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${RESULTS}`] : [];

mkdirSync(RESULTS, { recursive: true });
const bench = await openBench();
const figures: Figure[] = [];
try {
  const organization = await bench.organization();
  if (options.only.includes('memory')) figures.push(...(await memory(bench, organization)));
  const service = await bench.service({}, profiling);
  if (options.only.includes('document')) figures.push(...(await document(bench, service, pace)));
  if (options.only.includes('reads')) figures.push(...(await reads(bench, service, organization, pace)));
  if (options.only.includes('limits')) figures.push(...(await limits(bench, service, organization, pace)));
  if (options.only.includes('writes')) figures.push(...(await writes(bench, service, organization, pace)));
  if (options.only.includes('scale')) figures.push(...(await scale(bench, service, organization, pace)));
  await service.stop();
  if (options.only.includes('lists')) figures.push(...(await lists(bench, pace, Number(options.rows))));
} finally {
  await bench.close();
}

console.table(
  Object.fromEntries(
    figures.map(({ name, reach, met, value, unit, measured, baseline }) => [
      name,
      {
        value: value.toFixed(value < 10 ? 2 : 0),
        reach,
        met: met ? 'yes' : 'NO',
        'requests/s': unit === 'MB' ? '' : Math.round(measured),
        'baseline/s': baseline === undefined ? '' : Math.round(baseline),
      },
    ]),
  ),
);
const about = {
  at: new Date().toISOString(),
  node: process.version,
  cpus: cpus().length,
  connections: CONNECTIONS,
};
writeFileSync(join(RESULTS, 'latest.json'), `${JSON.stringify({ ...about, ...pace, figures }, null, 2)}\n`);
