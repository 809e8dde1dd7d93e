import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchmarkDocument } from './document.ts';
import { benchmarkRateLimits } from './rate-limits.ts';
import { benchmarkLists } from './lists.ts';
import { benchmarkMemory } from './memory.ts';
import { benchmarkReads } from './reads.ts';
import { benchmarkScale } from './scale.ts';
import { openBench } from './support/bench.ts';
import type { Measurement } from './support/measurement.ts';
import { CONNECTIONS } from './support/load.ts';
import { RESULTS } from './support/paths.ts';
import { benchmarkWrites } from './writes.ts';

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
const figures: Measurement[] = [];
try {
  const organization = await bench.createOrganization();
  if (options.only.includes('memory')) figures.push(...(await benchmarkMemory(bench, organization)));
  const service = await bench.startService({}, profiling);
  if (options.only.includes('document')) figures.push(...(await benchmarkDocument(bench, service, pace)));
  if (options.only.includes('reads'))
    figures.push(...(await benchmarkReads(bench, service, organization, pace)));
  if (options.only.includes('limits'))
    figures.push(...(await benchmarkRateLimits(bench, service, organization, pace)));
  if (options.only.includes('writes'))
    figures.push(...(await benchmarkWrites(bench, service, organization, pace)));
  if (options.only.includes('scale'))
    figures.push(...(await benchmarkScale(bench, service, organization, pace)));
  await service.stop();
  if (options.only.includes('lists'))
    figures.push(...(await benchmarkLists(bench, pace, Number(options.rows))));
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
