import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Organization } from './support/bench.ts';
import type { Figure } from './support/figure.ts';
import { makeQuotes } from './support/requests.ts';
import { memoryOf } from './support/resident.ts';

const REST_MS = 10_000;
const MOST_MB = 180;

/** Resident memory of a service of all roles: at rest after its start, and once it has sent the document and quoted. */
export async function memory(bench: Bench, organization: Organization): Promise<Figure[]> {
  const service = await bench.service({ PROCESS_ROLE: 'all' });
  try {
    await sleep(REST_MS);
    const rest = memoryOf(service).residentMb;
    await (await fetch(`${service.url}/openapi.json`)).text();
    await makeQuotes(service.url, organization, 1);
    const used = memoryOf(service).residentMb;
    const figure = (name: string, value: number, most = Infinity): Figure => ({
      name,
      reach: most === Infinity ? '' : `≤ ${most}`,
      met: value <= most,
      value,
      unit: 'MB',
      measured: value,
      rounds: [value],
    });
    return [
      figure('Memory at rest, MB', rest, MOST_MB),
      figure('Memory after the document and one quote, MB', used),
    ];
  } finally {
    await service.stop();
  }
}
