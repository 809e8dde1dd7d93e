import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { OutboundFault } from '../../../platform/http-client/outbound-fault.js';
import { CarrierDeclined } from '../carrier-adapter.js';
import type { ConformanceSubject } from './subject.js';

/** A call that nobody ends. */
export const NEVER_ABORTED: AbortSignal = new AbortController().signal;

/** How long a call may go on once its signal has ended it, in milliseconds. */
const GRACE_MS = 2_000;

/** The call fails as one that nobody knows the outcome of, and its error gives nothing away. */
export async function expectFault(subject: ConformanceSubject, call: () => Promise<unknown>): Promise<void> {
  const error = await captureError(call);
  assert.ok(error instanceof OutboundFault, `a CarrierFault is due, not ${inspect(error, { depth: 0 })}`);
  expectNoSecrets(subject, error);
}

/** The carrier's definite no, with a reason that clients may see. */
export async function expectDecline(
  subject: ConformanceSubject,
  call: () => Promise<unknown>,
): Promise<string> {
  const error = await captureError(call);
  assert.ok(
    error instanceof CarrierDeclined,
    `a CarrierDeclined is due, not ${inspect(error, { depth: 0 })}`,
  );
  assert.notEqual(error.message.trim(), '', 'the reason is missing');
  expectNoSecrets(subject, error);
  return error.message;
}

/** Nothing a log could print of the error holds a secret. */
export function expectNoSecrets({ secrets }: ConformanceSubject, error: unknown): void {
  const printed = inspect(error, { depth: 8, showHidden: true, maxStringLength: null });
  assert.ok(!secrets.some((secret) => printed.includes(secret)), 'the error holds a secret of the account');
}

export async function captureError(call: () => Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (error) {
    return error;
  }
  assert.fail(`an error is due, not the answer ${inspect(answer, { depth: 1 })}`);
}

/** @throws when it isn't so within the grace of two seconds */
export async function waitUntil(what: string, isSo: () => boolean): Promise<void> {
  const start = performance.now();
  while (!isSo()) {
    assert.ok(performance.now() - start < GRACE_MS, `${what}, even two seconds later`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The same value, which nobody can change. */
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
