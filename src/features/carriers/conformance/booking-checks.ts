import assert from 'node:assert/strict';
import { CarrierUnsure, type CarrierAdapter } from '../carrier-adapter.js';
import { parseTender, type TenderAnswer } from '../parse-tender.js';
import { expectDecline, expectNoSecrets, expectFault, deepFreeze, NEVER_ABORTED } from './expectations.js';
import type { CarrierCheck, ConformanceSubject } from './subject.js';

let referenceCount = 0;

/** A bill of lading number that no other check uses. */
export function createReference(): string {
  return `04${String(++referenceCount).padStart(15, '0')}`;
}

/** What bookings and cancellations promise: a shipment is never booked twice. */
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
    if (fake) assert.equal(fake.bookings(reference), 1, 'the carrier has not exactly one booking');
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
      name: 'booking: a repeat books nothing more: the same number again, or a person is to ask',
      async run() {
        const reference = createReference();
        const { proNumber } = await book(reference);
        await expectSameNumberOrFault(subject, proNumber, () => repeat(reference));
        bookedOnce(reference);
      },
    },
    {
      name: 'booking: two references are two bookings, also at once',
      async run() {
        const adapter = subject.adapter();
        const [one, other] = await Promise.all([
          book(createReference(), adapter),
          book(createReference(), adapter),
        ]);
        assert.notEqual(one.proNumber, other.proNumber);
      },
    },
    {
      name: 'booking: the request is left as it is',
      async run() {
        const [asked, owned] = [deepFreeze(subject.tender(createReference())), deepFreeze(account)];
        parseTender(await subject.adapter().tender!(asked, owned, NEVER_ABORTED));
      },
    },
  ];
  if (fake) {
    checks.push(
      {
        name: 'booking: a repeat after a lost answer books nothing more',
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
        name: 'booking: what the carrier declines is declined, with its reason, and not booked',
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
      name: 'cancelling: a repeat is fine',
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
