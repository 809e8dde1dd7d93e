import { readFileSync } from 'node:fs';
import type { BenchService } from './bench.ts';

/** Returns the resident megabytes of a process, Node's binary included, and their maximum since its start. */
export function readProcessMemory({ pid }: BenchService): { residentMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024;
  return { residentMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
}
