import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultCluster } from './fault-cluster.ts';
import { findBrokenInvariants } from './invariants.ts';
import { SteadyLoad } from './steady-load.ts';
import type { ReceptionTimes } from './fault-receiver.ts';

/** The result of a fault, as in the table. */
export interface FaultOutcome {
  times: number;
  accepted: number;
  lost: number;
  duplicates: number;
  /** The longest time from an injection until all delayed events and a new event have arrived. */
  recoveryMs: number;
  /** Any other failure; empty if there is none. */
  failure: string;
  /** The detector of the fault, besides readiness, metrics and logs. */
  detectedBy?: string;
}

export interface Fault {
  name: string;
  /** True if the fault lasts so long that readiness, a metric or a log line must show it. */
  mustBeDetected?: boolean;
  run(lab: FaultCluster): Promise<FaultOutcome | 'skipped'>;
}

const TIMEOUT_MS = 60_000;
const SETTLE_TIMEOUT_MS = 25_000;
/** An event counts as delayed above this latency: the sweeper's longest sleep plus a margin. */
const DELAYED_MS = 1_500;

/** The start of a fault, and its end or the start of the next one. */
interface Injection {
  at: number;
  until: number;
}

/** Records the time of an injection. */
type MarkInjection = () => void;
/** Waits until all accepted events and a new one have arrived, so that injections do not add up. */
type WaitUntilSettled = () => Promise<void>;

interface LoadConditions {
  perSecond?: number;
  /** If true, every request must succeed. */
  requiresAnswers?: boolean;
  /** The URL of the proxy between the worker and the receiver. */
  receiverUrl?: string;
}

/** Publishes events at a steady rate to a working receiver while `inject` causes faults, and compares both ends. */
export async function runUnderLoad(
  lab: FaultCluster,
  inject: (injected: MarkInjection, settled: WaitUntilSettled) => Promise<void>,
  { perSecond = 60, requiresAnswers = false, receiverUrl: by }: LoadConditions = {},
): Promise<FaultOutcome> {
  const { id, receptions } = await lab.createEndpoint(undefined, by);
  const unsignedBefore = lab.receiver.unsigned;
  const load = new SteadyLoad(lab, perSecond);
  await sleep(500);
  const injections: Injection[] = [];
  try {
    await inject(
      () => {
        endInjection(injections.at(-1));
        injections.push({ at: performance.now(), until: Number.POSITIVE_INFINITY });
      },
      async () => {
        await waitUntilSettled(load.accepted, receptions);
        endInjection(injections.at(-1));
      },
    );
    await sleep(1_000);
  } finally {
    await load.stop();
  }
  const committed = await waitUntilDrained(lab, id, receptions);
  const missing = new Set(
    [...load.accepted.keys(), ...committed].filter((customer) => !receptions.has(customer)),
  );
  const came = [...receptions.values()].reduce((sum, times) => sum + times.length, 0);
  const unsigned = lab.receiver.unsigned - unsignedBefore;
  const broken = await findBrokenInvariants(lab);
  await lab.call('DELETE', `webhooks/${id}`);
  return {
    times: injections.length,
    accepted: load.accepted.size,
    lost: missing.size,
    duplicates: came - receptions.size,
    recoveryMs: Math.max(
      0,
      ...injections.map((injection) => computeRecoveryMs(injection, load.accepted, receptions)),
    ),
    failure: [
      ...lab.listCrashes(),
      ...broken,
      ...(unsigned > 0 ? [`${unsigned} with a bad signature`] : []),
      ...(requiresAnswers && load.refused + load.unanswered > 0
        ? [`${load.refused + load.unanswered} requests went unanswered`]
        : []),
    ].join(', '),
  };
}

async function waitUntilSettled(accepted: Map<number, number>, receptions: ReceptionTimes): Promise<void> {
  const now = performance.now();
  for (const end = now + SETTLE_TIMEOUT_MS; performance.now() < end; await sleep(50)) {
    const all = [...accepted.keys()].every((customer) => receptions.has(customer));
    const fresh = [...accepted].some(([customer, at]) => at > now && receptions.has(customer));
    if (all && fresh) return;
  }
}

/** Waits until no delivery is open. Returns the customers whose events were stored for the endpoint. */
async function waitUntilDrained(
  lab: FaultCluster,
  endpoint: number,
  receptions: ReceptionTimes,
): Promise<number[]> {
  for (const end = Date.now() + TIMEOUT_MS; ; await sleep(100)) {
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

function endInjection(injection: Injection | undefined): void {
  if (injection?.until === Number.POSITIVE_INFINITY) injection.until = performance.now();
}

/**
 * Returns the time until the fault had no effect: the last event that was in progress or delayed has arrived, and so has
 * the first event on time.
 */
function computeRecoveryMs(
  { at, until }: Injection,
  accepted: Map<number, number>,
  receptions: ReceptionTimes,
): number {
  let held = 0;
  let next = Number.POSITIVE_INFINITY;
  for (const [customer, confirmed] of accepted) {
    const came = receptions.get(customer)?.[0];
    if (came === undefined || came < at || confirmed > until) continue;
    if (confirmed <= at || came - confirmed > DELAYED_MS) held = Math.max(held, came - at);
    else next = Math.min(next, came - at);
  }
  return Math.max(held, Number.isFinite(next) ? next : 0);
}
