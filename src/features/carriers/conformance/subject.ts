import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import {
  CarrierDeclined,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierDocumentType,
} from '../carrier-adapter.js';
import type { BookedFreight, RateRequest, TenderRequest } from '../carrier-requests.js';
import { OutboundFault } from '../../../platform/http-client/outbound-fault.js';
import type { FakeCarrierServer } from './fake-carrier-server.js';

/** The adapter under test, a fake of its carrier, and sample requests. */
export interface ConformanceSubject<Settings extends object = object> {
  /** Returns a new adapter for each check. */
  adapter(): CarrierAdapter<Settings>;
  /** Absent if the adapter makes no calls. The transport checks are then skipped. */
  fake?: FakeCarrierServer;
  /** An account at the fake. */
  account: CarrierAccount<Settings>;
  /** Names of the required settings. */
  requiredSettings: readonly string[];
  /** Texts that no error may contain: keys, passwords, and their encoded forms, e.g. in base64. */
  secrets: readonly string[];
  /** Two shipments without accessorials that the carrier rates at different prices. */
  requests: readonly [RateRequest, RateRequest];
  /** The fake's cheapest price for each of them, in cents. */
  prices?: readonly [number, number];
  /** Returns a booking that the carrier accepts, with the given reference. */
  tender(reference: string): TenderRequest;
  /** A number with scans, and their times: ISO 8601 with offset, oldest first. */
  tracked?: { proNumber: string; instants: readonly string[] };
  /** A booking for which the fake has documents of these types only. */
  documented?: { booked: BookedFreight; types: readonly CarrierDocumentType[] };
}

/** One rule of the port. `run` throws if the adapter breaks it. Run the checks of one fake sequentially. */
export interface CarrierCheck {
  name: string;
  run(): Promise<void>;
}

export const NEVER_ABORTED: AbortSignal = new AbortController().signal;

/** Milliseconds that a call may take to end after its signal aborts. */
const GRACE_MS = 2_000;

/** Asserts that the call fails with an OutboundFault without secrets; returns the fault. */
export async function expectFault(
  subject: ConformanceSubject,
  call: () => Promise<unknown>,
): Promise<OutboundFault> {
  const error = await captureError(call);
  assert.ok(error instanceof OutboundFault, `expected a CarrierFault, got ${inspect(error, { depth: 0 })}`);
  expectNoSecrets(subject, error);
  return error;
}

/** Asserts that the call fails with a CarrierDeclined without secrets; returns its reason. */
export async function expectDecline(
  subject: ConformanceSubject,
  call: () => Promise<unknown>,
): Promise<string> {
  const error = await captureError(call);
  assert.ok(
    error instanceof CarrierDeclined,
    `expected a CarrierDeclined, got ${inspect(error, { depth: 0 })}`,
  );
  assert.notEqual(error.message.trim(), '', 'the reason is missing');
  expectNoSecrets(subject, error);
  return error.message;
}

/** Asserts that a log of the error cannot contain a secret. */
export function expectNoSecrets({ secrets }: ConformanceSubject, error: unknown): void {
  const printed = inspect(error, { depth: 8, showHidden: true, maxStringLength: null });
  assert.ok(
    !secrets.some((secret) => printed.includes(secret)),
    'the error contains a secret of the account',
  );
}

export async function captureError(call: () => Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (error) {
    return error;
  }
  assert.fail(`expected an error, got the answer ${inspect(answer, { depth: 1 })}`);
}

/** Fails with the message unless the condition holds within two seconds. */
export async function waitUntil(message: string, condition: () => boolean): Promise<void> {
  const start = performance.now();
  while (!condition()) {
    assert.ok(performance.now() - start < GRACE_MS, `${message} within two seconds`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Returns a deeply frozen copy. */
export function deepFreeze<T>(value: T): T {
  const copy = structuredClone(value);
  const freeze = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    Object.values(part).forEach(freeze);
    Object.freeze(part);
  };
  freeze(copy);
  return copy;
}
