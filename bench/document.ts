import { gzipSync } from 'node:zlib';
import type { BaselineBytes } from './support/baseline-bytes.ts';
import type { Bench, BenchService } from './support/bench.ts';
import type { Measurement, RoundSettings } from './support/measurement.ts';
import { compare } from './support/load.ts';

const PATH = '/openapi.json';
const MIN_RATIO = 0.5;

/**
 * Measures the document as clients fetch it: its size, and its throughput relative to a bare server that sends the same
 * bytes.
 */
export async function benchmarkDocument(
  bench: Bench,
  service: BenchService,
  pace: RoundSettings,
): Promise<Measurement[]> {
  const answer = await fetch(service.url + PATH);
  const body = await answer.text();
  const kib = (bytes: number): number => Math.round(bytes / 1_024);
  const size = `${kib(Buffer.byteLength(body))} KiB, ${kib(gzipSync(body).length)} KiB gzipped`;
  const work: BaselineBytes = { headers: { 'Content-Type': answer.headers.get('content-type')! }, body };
  const bare = await bench.startBaseline('support/baseline-bytes.ts', work);
  const { ratio, measured, baseline, rounds } = await compare(
    { url: service.url + PATH },
    { url: bare.url + PATH },
    pace,
  );
  await bare.stop();
  return [
    {
      name: `GET the document (${size}) ÷ bare`,
      reach: `≥ ${MIN_RATIO}`,
      met: ratio >= MIN_RATIO,
      value: ratio,
      unit: 'ratio',
      measured,
      baseline,
      rounds,
    },
  ];
}
