import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from './lab.ts';
import { brokenInvariants } from './invariants.ts';
import { Load } from './load.ts';
import type { Receptions } from './receiver.ts';

/** What a fault did, as the table shows it. */
export interface Outcome {
  times: number;
  accepted: number;
  lost: number;
  duplicates: number;
  /** The longest time from an injection until everything that it held up had come, and new events came too. */
  recoveryMs: number;
  /** Something else that must not have happened; empty when all is well. */
  complaint: string;
  /** What told of the fault beside readiness, metrics and logs. */
  said?: string;
}

export interface Fault {
  name: string;
  /** Lasts long enough that an operator has to learn of it: from readiness, a metric or a log line. */
  told?: boolean;
  run(lab: Lab): Promise<Outcome | 'skipped'>;
}

const PATIENCE_MS = 60_000;
const SETTLING_MS = 25_000;
/** An event that takes longer than this, the sweeper's longest sleep and a bit, was held up. */
const HELD_UP_MS = 1_500;

/** When harm was done, and when it was over or something else began. */
interface Injection {
  at: number;
  until: number;
}

/** Notes the time of an injection. */
type Injected = () => void;
/** Waits until what has been accepted so far has come, and something new as well: injections don't add up then. */
type Settled = () => Promise<void>;

interface Conditions {
  perSecond?: number;
  /** Whether every request must be answered with success. */
  answersAlways?: boolean;
  /** What stands between the worker and the receiver: its URL. */
  by?: string;
}

/** Events at a steady pace to a receiver that works, while `inject` does harm; then a comparison of both ends. */
export async function underLoad(
  lab: Lab,
  inject: (injected: Injected, settled: Settled) => Promise<void>,
  { perSecond = 60, answersAlways = false, by }: Conditions = {},
): Promise<Outcome> {
  const { id, receptions } = await lab.endpoint(undefined, by);
  const unsignedBefore = lab.receiver.unsigned;
  const load = new Load(lab, perSecond);
  await sleep(500);
  const injections: Injection[] = [];
  try {
    await inject(
      () => {
        end(injections.at(-1));
        injections.push({ at: performance.now(), until: Number.POSITIVE_INFINITY });
      },
      async () => {
        await settled(load.accepted, receptions);
        end(injections.at(-1));
      },
    );
    await sleep(1_000);
  } finally {
    await load.stop();
  }
  const committed = await drained(lab, id, receptions);
  const missing = new Set(
    [...load.accepted.keys(), ...committed].filter((customer) => !receptions.has(customer)),
  );
  const came = [...receptions.values()].reduce((sum, times) => sum + times.length, 0);
  const unsigned = lab.receiver.unsigned - unsignedBefore;
  const broken = await brokenInvariants(lab);
  await lab.call('DELETE', `webhooks/${id}`);
  return {
    times: injections.length,
    accepted: load.accepted.size,
    lost: missing.size,
    duplicates: came - receptions.size,
    recoveryMs: Math.max(0, ...injections.map((injection) => recovery(injection, load.accepted, receptions))),
    complaint: [
      ...lab.crashes(),
      ...broken,
      ...(unsigned > 0 ? [`${unsigned} with a bad signature`] : []),
      ...(answersAlways && load.refused + load.unanswered > 0
        ? [`${load.refused + load.unanswered} requests went unanswered`]
        : []),
    ].join(', '),
  };
}

async function settled(accepted: Map<number, number>, receptions: Receptions): Promise<void> {
  const now = performance.now();
  for (const end = now + SETTLING_MS; performance.now() < end; await sleep(50)) {
    const all = [...accepted.keys()].every((customer) => receptions.has(customer));
    const fresh = [...accepted].some(([customer, at]) => at > now && receptions.has(customer));
    if (all && fresh) return;
  }
}

/** Waits until nothing is under way any more; the customers whose events were stored for the endpoint. */
async function drained(lab: Lab, endpoint: number, receptions: Receptions): Promise<number[]> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const rows = await lab.sql.query<{ customer: string; open: boolean }>(
      `SELECT (beginning || ending)::jsonb #>> '{data,customer,id}' AS customer, status IN ('pending', 'retrying') AS open
       FROM webhook_deliveries JOIN webhook_bodies USING (organization_id, mode, event_id) WHERE endpoint_id = $1`,
      [endpoint],
    );
    const customers = rows.map(({ customer }) => Number(customer));
    const done = rows.every(({ open }) => !open) && customers.every((customer) => receptions.has(customer));
    if (done || Date.now() > end) return customers;
  }
}

function end(injection: Injection | undefined): void {
  if (injection?.until === Number.POSITIVE_INFINITY) injection.until = performance.now();
}

/** Until the last event came that was under way at the injection or held up after it, and the first that was not. */
function recovery({ at, until }: Injection, accepted: Map<number, number>, receptions: Receptions): number {
  let held = 0;
  let next = Number.POSITIVE_INFINITY;
  for (const [customer, confirmed] of accepted) {
    const came = receptions.get(customer)?.[0];
    if (came === undefined || came < at || confirmed > until) continue;
    if (confirmed <= at || came - confirmed > HELD_UP_MS) held = Math.max(held, came - at);
    else next = Math.min(next, came - at);
  }
  return Math.max(held, Number.isFinite(next) ? next : 0);
}
