import { gzipSync } from 'node:zlib';
import type { BareBytes } from './support/bare-bytes.ts';
import type { Bench, Service } from './support/bench.ts';
import type { Figure, Pace } from './support/figure.ts';
import { compare } from './support/load.ts';

const PATH = '/openapi.json';
const FLOOR = 0.5;

/** The document as clients fetch it: its size, and serving it beside a bare server that sends the same bytes. */
export async function document(bench: Bench, service: Service, pace: Pace): Promise<Figure[]> {
  const answer = await fetch(service.url + PATH);
  const body = await answer.text();
  const kib = (bytes: number): number => Math.round(bytes / 1_024);
  const size = `${kib(Buffer.byteLength(body))} KiB, ${kib(gzipSync(body).length)} KiB gzipped`;
  const work: BareBytes = { headers: { 'Content-Type': answer.headers.get('content-type')! }, body };
  const bare = await bench.bare('support/bare-bytes.ts', work);
  const { ratio, measured, baseline, rounds } = await compare(
    { url: service.url + PATH },
    { url: bare.url + PATH },
    pace,
  );
  await bare.stop();
  return [
    {
      name: `GET the document (${size}) ÷ bare`,
      reach: `≥ ${FLOOR}`,
      met: ratio >= FLOOR,
      value: ratio,
      unit: 'ratio',
      measured,
      baseline,
      rounds,
    },
  ];
}
