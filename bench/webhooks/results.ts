import type { CommittedEvents } from './publisher.ts';
import type { Arrivals, ReceiverEndpoint } from './receiver.ts';

/** One line of what the bench prints. */
export interface ResultRow {
  figure: string;
  value: string;
  /** What is asked of it. */
  reach: string;
  met: boolean;
}

export interface DeliveryCheck {
  lost: number;
  duplicates: number;
  unsigned: number;
  /** When the last one came for the first time, milliseconds since 1970. */
  lastAt: number;
  /** Milliseconds from commit to first arrival, for each event and endpoint. */
  latencies: number[];
}

/** Compares what came with what was committed, event by event and endpoint by endpoint. */
export function checkDeliveries(
  committed: CommittedEvents,
  endpoints: ReceiverEndpoint[],
  arrivals: Arrivals,
): DeliveryCheck {
  const firsts = new Map<string, number>();
  let duplicates = 0;
  for (const [event, path, at] of arrivals.deliveries) {
    const key = `${event} ${path}`;
    if (firsts.has(key)) duplicates++;
    else firsts.set(key, at);
  }
  const latencies: number[] = [];
  let lost = 0;
  for (const [event, at] of committed) {
    for (const { path } of endpoints) {
      const first = firsts.get(`${event} ${path}`);
      if (first === undefined) lost++;
      else latencies.push(first - at);
    }
  }
  const lastAt = [...firsts.values()].reduce((last, at) => Math.max(last, at), 0);
  return { lost, duplicates, unsigned: arrivals.unsigned, lastAt, latencies };
}

export function formatInteger(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function toResultRow(figure: string, value: string, reach: string, met: boolean): ResultRow {
  return { figure, value, reach, met };
}
