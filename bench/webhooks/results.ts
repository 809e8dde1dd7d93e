import type { CommittedEvents } from './publisher.ts';
import type { Arrivals, ReceiverEndpoint } from './receiver.ts';

/** One line of the benchmark's output. */
export interface ResultRow {
  figure: string;
  value: string;
  /** The required bound of the value. */
  reach: string;
  met: boolean;
}

export interface DeliveryCheck {
  lost: number;
  duplicates: number;
  unsigned: number;
  /** The first arrival of the last delivery, in milliseconds since 1970. */
  lastAt: number;
  /** Milliseconds from commit to first arrival, for each event and endpoint. */
  latencies: number[];
}

/** Compares the received deliveries with the committed events, per event and endpoint. */
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
