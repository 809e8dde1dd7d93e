import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchOrganization } from './support/bench.ts';
import type { Measurement } from './support/measurement.ts';
import { createQuotes } from './support/requests.ts';
import { readProcessMemory } from './support/process-memory.ts';

const IDLE_MS = 10_000;
const MAX_MB = 180;

/**
 * Measures the resident memory of a service with all roles: idle after the start, and after it has sent the document
 * and quoted.
 */
export async function benchmarkMemory(bench: Bench, organization: BenchOrganization): Promise<Measurement[]> {
  const service = await bench.startService({ PROCESS_ROLE: 'all' });
  try {
    await sleep(IDLE_MS);
    const rest = readProcessMemory(service).residentMb;
    await (await fetch(`${service.url}/openapi.json`)).text();
    await createQuotes(service.url, organization, 1);
    const used = readProcessMemory(service).residentMb;
    const figure = (name: string, value: number, most = Infinity): Measurement => ({
      name,
      reach: most === Infinity ? '' : `≤ ${most}`,
      met: value <= most,
      value,
      unit: 'MB',
      measured: value,
      rounds: [value],
    });
    return [
      figure('Memory at rest, MB', rest, MAX_MB),
      figure('Memory after the document and one quote, MB', used),
    ];
  } finally {
    await service.stop();
  }
}
