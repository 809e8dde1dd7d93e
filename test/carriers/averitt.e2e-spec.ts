import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseAverittRates } from '../../src/features/carriers/adapters/averitt/averitt-rates.js';
import {
  AverittAdapter,
  findAverittRefusal,
} from '../../src/features/carriers/adapters/averitt/averitt.adapter.js';
import type { AverittSettings } from '../../src/features/carriers/adapters/averitt/averitt.settings.js';
import { CarrierCallLog } from '../../src/features/carriers/calls/carrier-call-log.js';
import type { CarrierAccount } from '../../src/features/carriers/carrier-adapter.js';
import type { RateItem, RateRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRateAnswer, parseRates } from '../../src/features/carriers/parse-rates.js';
import { AVERITT_ACCOUNT, FakeAveritt } from '../fakes/fake-averitt.js';
import { startFakeAveritt } from '../fakes/fake-carriers.js';
import { buildPallet, buildRateRequest, buildTenderRequest } from '../support/carrier-request-builders.js';
import { LiveCarrier, testLiveFailures } from '../support/live-carrier.js';

const fake = new FakeAveritt();
const account: CarrierAccount<AverittSettings> = {
  scac: 'AVRT',
  settings: {
    ...AVERITT_ACCOUNT,
    get base_url() {
      return fake.url;
    },
  },
};
const adapter = new AverittAdapter();
const rate = (items: RateItem[] = [buildPallet(500, '70')], more: Partial<RateRequest> = {}) =>
  adapter.rate(buildRateRequest(items, more), account, new AbortController().signal);
const sent = () => JSON.parse(fake.requests.at(-1)!.body);

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake, { behaviour: 'normal', total: null });
});

describe('the Averitt adapter conforms to the port (grade C: one client)', () => {
  const subject = {
    adapter: () => new AverittAdapter(),
    fake,
    account,
    requiredSettings: ['api_key', 'account_number'],
    secrets: [AVERITT_ACCOUNT.api_key],
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    prices: [73_920, 234_432] as const,
    tender: buildTenderRequest,
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('Averitt rates', () => {
  it('equal the total charge: services, fuel, and the rest as freight', async () => {
    const [priced] = parseRates(await rate(undefined, { accessorials: ['destination_liftgate'] }));
    expect(priced).toMatchObject({
      quoteNumber: '6083420',
      serviceLevel: 'Standard LTL',
      transitDays: 3,
      netChargeCents: 83_420,
    });
    expect(priced!.charges.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['linehaul', 56_000],
      ['fuel_surcharge', 17_920],
      ['accessorial', 9_500],
    ]);
  });

  it('of zero are no price: the level is named with the reason', async () => {
    fake.total = 0;
    await expect(rate().then(parseRateAnswer)).rejects.toThrow('The carrier returned a total of $0.00.');
    const option = { deliveryOption: 'Standard', estimatedServiceDays: 2, rateQuoteNumber: 7 };
    const { rates, warnings } = parseRateAnswer(
      parseAverittRates({
        quoteDetails: [
          { ...option, totalCharge: 120.5 },
          { ...option, deliveryOption: 'Guaranteed', totalCharge: '0.00' },
        ],
      }),
    );
    expect(rates).toMatchObject([{ quoteNumber: '7', netChargeCents: 12_050 }]);
    expect(warnings).toEqual(['Guaranteed: The carrier returned a total of $0.00.']);
  });

  it('keep the words of an answer without options', () => {
    const messageStatus = { status: 'WARNING', message: 'No service to this ZIP.' };
    expect(() => parseRateAnswer(parseAverittRates({ messageStatus, quoteDetails: [] }))).toThrow(
      'No service to this ZIP.',
    );
    const passed = { messageStatus: { status: 'PASS', message: 'OK' }, quoteDetails: [] };
    expect(() => parseAverittRates(passed)).toThrow('no quote details');
  });

  it('are requested with the payer, pieces, volume and declared value', async () => {
    await rate([buildPallet(500.2, '70', { quantity: 2 })], {
      terms: 'collect',
      declaredValueCents: 512_301,
    });
    expect(sent()).toMatchObject({
      accountNumber: '0834627',
      customerType: 'Consignee',
      paymentType: 'Collect',
      numPieces: 2,
      cubicFeet: 106.67,
      additionalCargoLiability: 5_124,
      shipmentInfo: { items: [{ shipmentClass: '70', shipmentWeight: 501 }], accessorials: {} },
    });
    await rate(undefined, { terms: 'third_party', billTo: { account: '77' } });
    expect(sent()).toMatchObject({
      accountNumber: '77',
      customerType: 'Third Party',
      paymentType: 'Prepaid',
    });
    await expect(rate(undefined, { terms: 'third_party' })).rejects.toThrow('account number');
  });

  it.each([
    [{ messageStatus: { status: 'FAIL', code: '40', message: 'Invalid ZIP.' } }, 200, 'Invalid ZIP.'],
    [{ message: 'Bad request.' }, 400, 'Bad request.'],
    [{ messageStatus: { status: 'PASS' }, quoteDetails: {} }, 200, undefined],
  ])('reads the refusal in %j', (body, status, message) => {
    expect(findAverittRefusal({ status, body, rows: null, empty: false })?.message).toBe(message);
  });
});

describe('Averitt in live mode', () => {
  let live: LiveCarrier;

  beforeAll(async () => {
    live = await LiveCarrier.start(await startFakeAveritt());
  });
  beforeEach(() => {
    live.carrier.fake.behaviour = 'normal';
  });
  afterAll(() => live.close());

  it('quotes, and a person books and confirms with the PRO number', async () => {
    const id = await live.draft();
    expect(await live.book(id)).toMatchObject({ status: 'created', pro_number: null });
    const { body } = await live.org.live
      .post(`/api/v1/freight/${id}/confirm`)
      .send({ pro_number: '1234567890' })
      .expect(200);
    expect(body).toMatchObject({ status: 'carrier_accepted', pro_number: '1234567890' });
  });

  it('keeps the key of the query out of the call log', async () => {
    await live.rateResult();
    await live.app.app.get(CarrierCallLog).flush();
    const { body } = await live.org.live.get('/api/v1/carrier-calls?limit=1').expect(200);
    expect(body.data[0].url).toMatch(/\/rate-quotes\/ltl\?api_key=\[redacted\]$/);
    const kept = JSON.stringify(await live.app.sql.query('SELECT * FROM carrier_calls'));
    expect(kept).not.toContain(AVERITT_ACCOUNT.api_key);
    expect(kept).not.toContain(AVERITT_ACCOUNT.account_number);
  });

  testLiveFailures(() => live, {
    refusal: 'destinationZip: Averitt does not serve this place.',
    unreadable: 'The carrier response has no quote details.',
    wrongSettings: { api_key: 'another-averitt-key' },
    isBookedByHand: true,
  });
});
