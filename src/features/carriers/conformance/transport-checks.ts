import assert from 'node:assert/strict';
import type { CarrierAdapter } from '../carrier-adapter.js';
import { parseDocuments } from '../parse-documents.js';
import { parseTender } from '../parse-tender.js';
import { parseRates } from '../parse-rates.js';
import { parseTracking } from '../parse-tracking.js';
import { createReference } from './booking-checks.js';
import {
  expectNoSecrets,
  expectFault,
  captureError,
  NEVER_ABORTED,
  waitUntil,
  type CarrierCheck,
  type ConformanceSubject,
} from './subject.js';
import { MALFORMED_ANSWERS, ERROR_STATUSES, type FakeBehaviour } from './fake-carrier-server.js';

type AdapterCall = (signal: AbortSignal) => Promise<unknown>;

/** Answers that may mean success. Some carriers answer a cancellation with any body or none; that of a pickup is ignored. */
const SILENT_SUCCESS: Readonly<Record<string, readonly FakeBehaviour[]>> = {
  cancel: ['empty', 'wrong_shape'],
  pickup: MALFORMED_ANSWERS,
};

/** Rules for aborted calls and transport failures. */
export function transportChecks(subject: ConformanceSubject): CarrierCheck[] {
  return Object.entries(listCalls(subject)).flatMap(([name, call]) => [
    buildAbortCheck(subject, name, call),
    ...(subject.fake ? [buildTimeoutCheck(subject, name, call)] : []),
    ...(subject.fake ? [...MALFORMED_ANSWERS, ...ERROR_STATUSES, 'reset' as const] : [])
      .filter((behaviour) => !SILENT_SUCCESS[name]?.includes(behaviour))
      .map((behaviour) => buildFaultCheck(subject, name, call, behaviour)),
  ]);
}

function listCalls(subject: ConformanceSubject): Record<string, AdapterCall> {
  const { account, requests, tracked, documented } = subject;
  const own = () => structuredClone(account);
  const adapter: CarrierAdapter = subject.adapter();
  const proNumber = tracked?.proNumber ?? '123456785';
  return {
    ...(adapter.rate && {
      rate: async (signal: AbortSignal) =>
        parseRates(await subject.adapter().rate!(requests[0], own(), signal)),
    }),
    ...(adapter.tender && {
      tender: async (signal: AbortSignal) =>
        parseTender(await subject.adapter().tender!(subject.tender(createReference()), own(), signal)),
    }),
    ...(adapter.cancel && {
      cancel: (signal: AbortSignal) =>
        subject.adapter().cancel!({ reference: createReference(), proNumber, bookingId: '1' }, own(), signal),
    }),
    ...(adapter.pickup && {
      pickup: (signal: AbortSignal) => {
        // Every pickup API cancels, but not every one changes the day.
        const request = { reference: createReference(), proNumber, confirmation: '1', wanted: null };
        return subject.adapter().pickup!(request, own(), signal);
      },
    }),
    ...(adapter.track && {
      track: async (signal: AbortSignal) =>
        parseTracking(await subject.adapter().track!(proNumber, own(), signal)),
    }),
    ...(documented && {
      documents: async (signal: AbortSignal) =>
        parseDocuments(
          await subject.adapter().documents!(documented.booked, documented.types[0]!, own(), signal),
        ),
    }),
  };
}

function buildAbortCheck(subject: ConformanceSubject, name: string, call: AdapterCall): CarrierCheck {
  return {
    name: `${name}: makes no call if its signal is already aborted`,
    async run() {
      const before = subject.fake?.requests.length;
      expectNoSecrets(subject, await captureError(() => call(AbortSignal.abort())));
      assert.equal(subject.fake?.requests.length, before, 'the carrier was called');
    },
  };
}

function buildTimeoutCheck(subject: ConformanceSubject, name: string, call: AdapterCall): CarrierCheck {
  const fake = subject.fake!;
  return {
    name: `${name}: ends when its signal aborts, and closes the connection`,
    async run() {
      fake.behaviour = 'hang';
      const before = fake.waiting;
      const abort = new AbortController();
      let ended = false;
      const failure = captureError(() => call(abort.signal)).finally(() => (ended = true));
      failure.catch(() => undefined);
      await waitUntil('the carrier was not called', () => fake.waiting > before);
      abort.abort();
      await waitUntil('the call did not end', () => ended);
      await waitUntil('the connection was not closed', () => fake.waiting === before);
      expectNoSecrets(subject, await failure);
    },
  };
}

function buildFaultCheck(
  subject: ConformanceSubject,
  name: string,
  call: AdapterCall,
  behaviour: FakeBehaviour,
): CarrierCheck {
  return {
    name: `${name}: reports ${behaviour} as a fault without secrets`,
    async run() {
      subject.fake!.behaviour = behaviour;
      await expectFault(subject, () => call(NEVER_ABORTED));
    },
  };
}
