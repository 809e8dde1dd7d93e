import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { ACCESSORIALS, ACCESSORIAL_NAMES, type Accessorial } from '../../../domain/accessorials.js';
import { type CarrierAdapter, CarrierDeclined } from '../carrier-adapter.js';
import type { RateRequest } from '../carrier-requests.js';
import { parseRateAnswer, parseRates, type Rate } from '../parse-rates.js';
import { REFUSAL_STATUSES, type FakeCarrierServer } from './fake-carrier-server.js';
import {
  expectDecline,
  expectFault,
  expectNoSecrets,
  deepFreeze,
  NEVER_ABORTED,
  type CarrierCheck,
  type ConformanceSubject,
} from './subject.js';

/** Rules for rates. */
export function rateChecks(subject: ConformanceSubject): CarrierCheck[] {
  const { account, fake, requests } = subject;
  const [first, second] = requests;
  if (!subject.adapter().rate) return [];
  const rate = async (request: RateRequest, adapter: CarrierAdapter = subject.adapter()): Promise<Rate[]> =>
    parseRates(await adapter.rate!(structuredClone(request), structuredClone(account), NEVER_ABORTED));

  const checks: CarrierCheck[] = [
    {
      name: 'rates: every price is valid: integer cents that add up, text that fits, a unique number',
      async run() {
        for (const request of requests) assert.ok((await rate(request)).length > 0, 'a sample has no rate');
      },
    },
    {
      name: 'rates: the same request has the same price',
      async run() {
        const adapter = subject.adapter();
        assert.deepEqual(
          toComparablePrices(await rate(first, adapter)),
          toComparablePrices(await rate(first, adapter)),
        );
        assert.deepEqual(
          toComparablePrices(await rate(first)),
          toComparablePrices(await rate(first, adapter)),
        );
      },
    },
    {
      name: 'rates: concurrent requests do not mix',
      async run() {
        const alone = [toComparablePrices(await rate(first)), toComparablePrices(await rate(second))];
        assert.notDeepEqual(
          alone[0],
          alone[1],
          'the samples have the same price, so this check proves nothing',
        );
        const adapter = subject.adapter();
        const many = Array.from({ length: 10 }, (_, index) => index % 2);
        const answers = await Promise.all(many.map((index) => rate(requests[index]!, adapter)));
        assert.deepEqual(
          answers.map(toComparablePrices),
          many.map((index) => alone[index]),
        );
      },
    },
    {
      name: 'rates: the request and the account stay unchanged',
      async run() {
        parseRates(await subject.adapter().rate!(deepFreeze(first), deepFreeze(account), NEVER_ABORTED));
      },
    },
  ];
  const { prices } = subject;
  if (prices) {
    checks.push({
      name: 'rates: the price is the carrier’s price, to the cent',
      async run() {
        const cheapest = async (request: RateRequest) =>
          Math.min(...(await rate(request)).map(({ netChargeCents }) => netChargeCents));
        assert.deepEqual([await cheapest(first), await cheapest(second)], prices);
      },
    });
  }
  if (fake) {
    checks.push({
      name: 'rates: a decline of the carrier is a CarrierDeclined with its reason',
      async run() {
        fake.behaviour = 'decline';
        await expectDecline(subject, () => rate(first));
      },
    });
    checks.push(
      ...REFUSAL_STATUSES.map((status) => ({
        name: `rates: HTTP ${status} without a reason is a fault`,
        async run() {
          fake.behaviour = status;
          await expectFault(subject, () => rate(first));
        },
      })),
      buildUnreadablePriceCheck(fake, first, async () => {
        const answer = await subject.adapter().rate!(first, structuredClone(account), NEVER_ABORTED);
        return parseRateAnswer(answer).rates;
      }),
    );
  }
  return [...checks, ...ACCESSORIAL_NAMES.map((name) => buildAccessorialCheck(subject, name, rate))];
}

/** Checks that a price that cannot be read is left out alone. Does nothing for a carrier with a single price. */
function buildUnreadablePriceCheck(
  fake: FakeCarrierServer,
  request: RateRequest,
  rate: (request: RateRequest) => Promise<Rate[]>,
): CarrierCheck {
  return {
    name: 'rates: a price that cannot be read does not discard the others',
    async run() {
      const whole = toComparablePrices(await rate(request));
      if (whole.length < 2) return;
      let lists = 1;
      for (let choice = 0; choice < 2 * lists; choice++) {
        fake.rewrite = (_request, answer) => {
          const { body, found } = eraseRow(answer.body, whole.length, choice);
          lists = Math.max(lists, found);
          return { ...answer, body };
        };
        const rest = await rate(request).then(toComparablePrices, () => []);
        const isSubset = rest.every((price) => whole.some((other) => isDeepStrictEqual(price, other)));
        if (rest.length === whole.length - 1 && isSubset) return;
      }
      assert.fail('an unreadable price discarded the other prices');
    },
  };
}

/**
 * Erases the values of one object in a list of an answer. A list of at least `length` objects may be that of the prices.
 * @param choice even numbers erase the first object of a list, odd numbers the last
 */
function eraseRow(body: unknown, length: number, choice: number): { body: unknown; found: number } {
  let found = 0;
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const mayBePrices = value.length >= length && value.every((row) => typeof row === 'object' && row);
      const isChosen = mayBePrices && found++ === Math.floor(choice / 2);
      const erased = choice % 2 === 0 ? 0 : value.length - 1;
      return value.map((row: unknown, at) =>
        isChosen ? (at === erased ? eraseValues(row) : row) : visit(row),
      );
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, visit(entry)]));
  };
  return { body: visit(body), found };
}

function eraseValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(eraseValues);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, eraseValues(entry)]));
}

/** Checks that a service changes the request or the price, or that the adapter declines and names it. */
function buildAccessorialCheck(
  { fake, requests: [request], ...subject }: ConformanceSubject,
  name: Accessorial,
  rate: (request: RateRequest) => Promise<Rate[]>,
): CarrierCheck {
  const observe = async (accessorials: Accessorial[]): Promise<unknown> => {
    const before = fake?.requests.length ?? 0;
    const answer = toComparablePrices(await rate({ ...request, accessorials }));
    return fake ? fake.requests.slice(before).map(({ path, body }) => [path, body]) : answer;
  };
  return {
    name: `rates: ${name} is rated, or declined by name`,
    async run() {
      const without = await observe([]);
      try {
        assert.notDeepEqual(await observe([name]), without, `${name} was dropped`);
      } catch (error) {
        if (!(error instanceof CarrierDeclined)) throw error;
        expectNoSecrets({ ...subject, fake, requests: [request, request] }, error);
        const reason = error.message.toLowerCase();
        const named = [name, ACCESSORIALS[name].label].some((word) => reason.includes(word.toLowerCase()));
        assert.ok(named, `the reason does not name ${name}: ${error.message}`);
      }
    },
  };
}

function toComparablePrices(rates: readonly Rate[]): unknown[] {
  return rates.map(({ serviceCode, netChargeCents, transitDays }) => [
    serviceCode,
    netChargeCents,
    transitDays,
  ]);
}
