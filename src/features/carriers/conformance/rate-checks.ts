import assert from 'node:assert/strict';
import { ACCESSORIALS, ACCESSORIAL_NAMES, type Accessorial } from '../../../domain/accessorials.js';
import { type CarrierAdapter, CarrierDeclined } from '../carrier-adapter.js';
import type { RateRequest } from '../carrier-requests.js';
import { parseRates, type Rate } from '../parse-rates.js';
import { expectDecline, expectNoSecrets, deepFreeze, NEVER_ABORTED } from './subject.js';
import type { CarrierCheck, ConformanceSubject } from './subject.js';

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
  }
  return [...checks, ...ACCESSORIAL_NAMES.map((name) => buildAccessorialCheck(subject, name, rate))];
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

function toComparablePrices(rates: readonly Rate[]): unknown {
  return rates.map(({ serviceCode, netChargeCents, transitDays }) => [
    serviceCode,
    netChargeCents,
    transitDays,
  ]);
}
