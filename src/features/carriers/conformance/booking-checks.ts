import assert from 'node:assert/strict';
import { CarrierUnsure, type CarrierAdapter } from '../carrier-adapter.js';
import { parseTender, type TenderAnswer } from '../parse-tender.js';
import { expectDecline, expectNoSecrets, expectFault, deepFreeze, NEVER_ABORTED } from './subject.js';
import type { CarrierCheck, ConformanceSubject } from './subject.js';

let referenceCount = 0;

/** Returns a unique bill of lading number. */
export function createReference(): string {
  return `04${String(++referenceCount).padStart(15, '0')}`;
}

/** Rules for bookings and cancellations: above all, no shipment is booked twice. */
export function bookingChecks(subject: ConformanceSubject): CarrierCheck[] {
  const { account, fake } = subject;
  if (!subject.adapter().tender) return [];
  const book = async (
    reference: string,
    adapter: CarrierAdapter = subject.adapter(),
    request = subject.tender(reference),
  ): Promise<TenderAnswer> =>
    parseTender(await adapter.tender!(request, structuredClone(account), NEVER_ABORTED));
  const repeat = (reference: string): Promise<TenderAnswer> =>
    book(reference, subject.adapter(), { ...subject.tender(reference), repeated: true });
  const bookedOnce = (reference: string): void => {
    if (fake) assert.equal(fake.bookings(reference), 1, 'the carrier must have exactly one booking');
  };

  const checks: CarrierCheck[] = [
    {
      name: 'booking: the answer has a PRO number',
      async run() {
        const reference = createReference();
        await book(reference);
        bookedOnce(reference);
      },
    },
    {
      name: 'booking: a retry returns the same PRO number or throws CarrierUnsure',
      async run() {
        const reference = createReference();
        const { proNumber } = await book(reference);
        await expectSameNumberOrFault(subject, proNumber, () => repeat(reference));
        bookedOnce(reference);
      },
    },
    {
      name: 'booking: two references make two bookings, also concurrently',
      async run() {
        const adapter = subject.adapter();
        const [first, second] = await Promise.all([
          book(createReference(), adapter),
          book(createReference(), adapter),
        ]);
        assert.notEqual(first.proNumber, second.proNumber);
      },
    },
    {
      name: 'booking: the request and the account stay unchanged',
      async run() {
        const request = deepFreeze(subject.tender(createReference()));
        parseTender(await subject.adapter().tender!(request, deepFreeze(account), NEVER_ABORTED));
      },
    },
  ];
  if (fake) {
    checks.push(
      {
        name: 'booking: a retry after a lost answer does not book again',
        async run() {
          const reference = createReference();
          fake.behaviour = 'lost';
          await expectFault(subject, () => book(reference));
          fake.behaviour = 'normal';
          await repeat(reference).catch((error: unknown) => expectNoSecrets(subject, error));
          bookedOnce(reference);
        },
      },
      {
        name: 'booking: a decline of the carrier is a CarrierDeclined with its reason, and books nothing',
        async run() {
          const reference = createReference();
          fake.behaviour = 'decline';
          await expectDecline(subject, () => book(reference));
          assert.equal(fake.bookings(reference), 0);
        },
      },
    );
  }
  if (subject.adapter().cancel) {
    checks.push({
      name: 'cancelling: a retry succeeds',
      async run() {
        const adapter = subject.adapter();
        const reference = createReference();
        const { proNumber, bookingId = null } = await book(reference, adapter);
        const booked = deepFreeze({ reference, proNumber, bookingId });
        for (let time = 0; time < 2; time++)
          await adapter.cancel!(booked, deepFreeze(account), NEVER_ABORTED);
      },
    });
  }
  return checks;
}

async function expectSameNumberOrFault(
  subject: ConformanceSubject,
  proNumber: string,
  repeat: () => Promise<TenderAnswer>,
): Promise<void> {
  const again = await repeat().catch(async (error: unknown) => {
    if (error instanceof CarrierUnsure) expectNoSecrets(subject, error);
    else await expectFault(subject, () => Promise.reject(error as Error));
    return null;
  });
  if (again) assert.equal(again.proNumber, proNumber);
}
