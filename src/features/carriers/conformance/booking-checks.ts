import assert from 'node:assert/strict';
import { ACCESSORIAL_NAMES, type Accessorial } from '../../../domain/accessorials.js';
import { CarrierDeclined, CarrierUnsure, type CarrierAdapter } from '../carrier-adapter.js';
import type { TenderRequest } from '../carrier-requests.js';
import { parseRates } from '../parse-rates.js';
import { parseTender, type TenderAnswer } from '../parse-tender.js';
import {
  expectDecline,
  expectNoSecrets,
  expectFault,
  deepFreeze,
  NEVER_ABORTED,
  type CarrierCheck,
  type ConformanceSubject,
} from './subject.js';
import {
  MALFORMED_ANSWERS,
  REFUSAL_STATUSES,
  RETRY_STATUSES,
  UNSURE_STATUSES,
  type FakeCarrierServer,
} from './fake-carrier-server.js';

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
      ...REFUSAL_STATUSES.map((status) => ({
        name: `booking: HTTP ${status} without a reason is a CarrierDeclined with the number`,
        async run() {
          fake.behaviour = status;
          const reason = await expectDecline(subject, () => book(createReference()));
          assert.ok(reason.includes(String(status)), `the reason lacks the number: ${reason}`);
        },
      })),
      ...UNSURE_STATUSES.map((status) => ({
        name: `booking: after HTTP ${status} the carrier may have the booking`,
        async run() {
          fake.behaviour = status;
          const { unheard } = await expectFault(subject, () => book(createReference()));
          assert.equal(unheard, false, 'the fault says that the carrier did nothing');
        },
      })),
      ...([...MALFORMED_ANSWERS, 'reset', 'lost'] as const).map((behaviour) => ({
        name: `booking: after ${behaviour} the carrier may have the booking`,
        async run() {
          fake.behaviour = behaviour;
          const { unheard } = await expectFault(subject, () => book(createReference()));
          assert.equal(unheard, false, 'the fault says that the carrier did nothing');
        },
      })),
      {
        name: 'booking: a pickup that the carrier refuses in a later call is a warning',
        async run() {
          const reference = createReference();
          const later = refuseCallsAfterBooking(fake, reference);
          const pickup = { readyTime: '10:00', closeTime: '16:00' };
          const { warning } = await book(reference, subject.adapter(), {
            ...subject.tender(reference),
            pickup,
          });
          bookedOnce(reference);
          if (later.refused) assert.ok(warning, 'no warning says that the carrier refused the pickup');
        },
      },
      ...RETRY_STATUSES.map((status) => ({
        name: `booking: after HTTP ${status} the carrier has no booking, so a retry may book`,
        async run() {
          fake.behaviour = status;
          const { unheard } = await expectFault(subject, () => book(createReference()));
          assert.equal(unheard, true, 'the fault says that the carrier may have acted');
        },
      })),
    );
  }
  if (fake) checks.push(...quotedTermsChecks(subject, fake));
  if (fake && subject.adapter().cancel) {
    const cancel = () =>
      subject.adapter().cancel!(
        { reference: createReference(), proNumber: '123456785', bookingId: '1' },
        structuredClone(account),
        NEVER_ABORTED,
      );
    checks.push(
      ...(['empty', 'empty_404'] as const).map((behaviour) => ({
        name: `cancelling: ${behaviour === 'empty' ? 'HTTP 200' : 'HTTP 404'} without content is a success`,
        async run() {
          fake.behaviour = behaviour;
          await cancel();
        },
      })),
      ...REFUSAL_STATUSES.filter((status) => status !== 404).map((status) => ({
        name: `cancelling: HTTP ${status} without a reason is a fault`,
        async run() {
          fake.behaviour = status;
          await expectFault(subject, cancel);
        },
      })),
      {
        name: 'cancelling: a refusal of the carrier is a CarrierDeclined with its reason',
        async run() {
          fake.behaviour = 'decline';
          await expectDecline(subject, cancel);
        },
      },
      {
        name: 'cancelling: a 404 that is not the carrier’s own answer is a fault',
        async run() {
          fake.behaviour = 404;
          await expectFault(subject, cancel);
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

/** Refuses each call that follows the booking with the reference. `refused` tells whether there was one. */
function refuseCallsAfterBooking(fake: FakeCarrierServer, reference: string): { refused: boolean } {
  const later = { refused: false };
  let isBooked = false;
  fake.rewrite = (_request, answer) => {
    const wasBooked = isBooked;
    isBooked = fake.bookings(reference) > 0;
    if (!wasBooked) return answer;
    later.refused = true;
    return { status: 400, body: {} };
  };
  return later;
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

/** The terms of a quote that a booking repeats to the carrier, each with another value of the term. */
const QUOTED_TERMS: Readonly<Record<string, (request: TenderRequest) => Partial<TenderRequest>>> = {
  'quote number': ({ carrierQuoteNumber: number }) => ({ carrierQuoteNumber: `${number.slice(0, -1)}7` }),
  'payment terms': () => ({ terms: 'collect' }),
  'declared value': () => ({ declaredValueCents: 512_300 }),
  'number of handling units': ({ items: [item, ...items] }) => ({
    items: [{ ...item!, quantity: item!.quantity + 1 }, ...items],
  }),
  'handling unit': ({ items: [item, ...items] }) => ({
    items: [{ ...item!, handling_unit_type: 'crate' }, ...items],
  }),
};

/** Checks that each term of the quote changes the request of the booking, or that the adapter declines. */
function quotedTermsChecks(subject: ConformanceSubject, fake: FakeCarrierServer): CarrierCheck[] {
  const { account, requests } = subject;
  const observe = async (request: TenderRequest): Promise<unknown> => {
    const before = fake.requests.length;
    const adapter = subject.adapter();
    await adapter.tender!(request, structuredClone(account), NEVER_ABORTED);
    return fake.requests.slice(before).map(({ path, body }) => [path, body]);
  };
  const expectRepeated = async (term: string, base: TenderRequest, other: TenderRequest): Promise<void> => {
    const without = await observe(base);
    try {
      assert.notDeepEqual(await observe(other), without, `the booking does not repeat the ${term}`);
    } catch (error) {
      if (!(error instanceof CarrierDeclined)) throw error;
    }
  };
  const tender = () => ({ ...subject.tender(createReference()), carrierQuoteNumber: '7000001' });
  const terms = Object.entries(QUOTED_TERMS).map(([term, change]) => ({
    name: `booking: the ${term} of the quote reaches the carrier`,
    run: () => {
      const base = tender();
      return expectRepeated(term, base, { ...base, ...change(base) });
    },
  }));
  if (!subject.adapter().rate) return terms;
  const isRated = async (name: Accessorial): Promise<boolean> => {
    const request = { ...structuredClone(requests[0]), accessorials: [name] };
    try {
      return (await subject.adapter().rate!(request, structuredClone(account), NEVER_ABORTED)).length > 0;
    } catch (error) {
      if (error instanceof CarrierDeclined) return false;
      throw error;
    }
  };
  return [
    ...terms,
    {
      name: 'booking: the service level of the quote reaches the carrier',
      async run() {
        const rates = await subject.adapter().rate!(
          structuredClone(requests[0]),
          structuredClone(account),
          NEVER_ABORTED,
        );
        const base = tender();
        const [first, ...others] = parseRates(rates).map(({ serviceCode }) => ({ ...base, serviceCode }));
        for (const other of others) await expectRepeated('service level', first!, other);
      },
    },
    ...ACCESSORIAL_NAMES.map((name) => ({
      name: `booking: ${name} reaches the carrier if it was rated`,
      async run() {
        if (!(await isRated(name))) return;
        const base = { ...tender(), accessorials: [] };
        await expectRepeated(name, base, { ...base, accessorials: [name] });
      },
    })),
  ];
}
