import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseSoutheasternRate } from '../../src/features/carriers/adapters/southeastern/southeastern-rates.js';
import { SoutheasternAdapter } from '../../src/features/carriers/adapters/southeastern/southeastern.adapter.js';
import type { SoutheasternSettings } from '../../src/features/carriers/adapters/southeastern/southeastern.settings.js';
import type { CarrierAccount } from '../../src/features/carriers/carrier-adapter.js';
import type { RateItem, RateRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRates } from '../../src/features/carriers/parse-rates.js';
import { startFakeSoutheastern } from '../fakes/fake-carriers.js';
import { FakeSoutheastern, SOUTHEASTERN_ACCOUNT } from '../fakes/fake-southeastern.js';
import { buildPallet, buildRateRequest, buildTenderRequest } from '../support/carrier-request-builders.js';
import { LiveCarrier, testLiveFailures } from '../support/live-carrier.js';

const fake = new FakeSoutheastern();
const account: CarrierAccount<SoutheasternSettings> = {
  scac: 'SEFL',
  settings: {
    ...SOUTHEASTERN_ACCOUNT,
    get base_url() {
      return fake.url;
    },
  },
};
const adapter = new SoutheasternAdapter();
const rate = (
  items: RateItem[] = [buildPallet(500, '92.5')],
  more: Partial<RateRequest> = {},
  signal = new AbortController().signal,
) => adapter.rate(buildRateRequest(items, more), account, signal);
const sent = () =>
  Object.fromEntries(
    new URLSearchParams(fake.requests.filter(({ method }) => method === 'POST').at(-1)!.body),
  );

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake, { behaviour: 'normal', pollsBeforeRate: 1, locationHost: null });
});

describe('the Southeastern adapter conforms to the port (grade C: number of units, hazmat)', () => {
  const { username, password } = SOUTHEASTERN_ACCOUNT;
  const subject = {
    adapter: () => new SoutheasternAdapter(),
    fake,
    account,
    requiredSettings: [
      'username',
      'password',
      'customer_account',
      'customer_name',
      'customer_city',
      'customer_state',
      'customer_zip',
    ],
    secrets: [password, Buffer.from(`${username}:${password}`).toString('base64')],
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    prices: [131_250, 416_250] as const,
    tender: buildTenderRequest,
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('Southeastern rates', () => {
  it('equal the rate quote, with the discount as a reduction', async () => {
    const [priced] = parseRates(await rate([buildPallet(500, '70')], { accessorials: ['origin_liftgate'] }));
    expect(priced).toMatchObject({ serviceCode: 'STD', transitDays: 3, netChargeCents: 138_250 });
    expect(
      priced!.charges.map(({ type, description, amountCents }) => [type, description, amountCents]),
    ).toEqual([
      ['linehaul', 'CLASS RATE', 210_000],
      ['discount', 'DISCOUNT 50%', -105_000],
      ['fuel_surcharge', 'FUEL SURCHARGE', 26_250],
      ['accessorial', 'SERVICE LGP', 7_000],
    ]);
  });

  it('have the rest of the total as freight if no row names it', () => {
    const details = [{ typeCharge: 'FS', description: 'FUEL', charges: '20.00' }];
    const answer = { rateQuote: '120.00', quoteNumber: '9', transitTime: '2', details };
    const { charges } = parseSoutheasternRate(answer);
    expect(charges.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['linehaul', 10_000],
      ['fuel_surcharge', 2_000],
    ]);
  });

  it('of zero are no price', () => {
    const free = { rateQuote: '0.00', quoteNumber: '9', transitTime: '2' };
    expect(() => parseSoutheasternRate(free)).toThrow('The carrier returned a total of $0.00.');
  });

  it('are requested with the payer, the lines and the declared value', async () => {
    await rate([buildPallet(500.4, '92.5', { quantity: 2, length: 100.5 })], {
      terms: 'collect',
      declaredValueCents: 512_301,
      accessorials: ['overlength'],
    });
    expect(sent()).toMatchObject({
      CustomerAccount: '000851099',
      Option: 'C',
      Terms: 'C',
      PickupMonth: '12',
      PickupDay: '01',
      PickupYear: '2026',
      Class1: '925',
      Weight1: '501',
      NumberOfUnits1: '2',
      accessorial: 'on',
      chkOD: 'on',
      ODLength: '101',
      chkIN: 'on',
      FVInsuranceAmount: '5124.00',
    });
    const billTo = { account: '77', company: 'Payer Co', city: 'Reno', state: 'NV', zip: '89501' };
    await rate(undefined, { terms: 'third_party', billTo });
    expect(sent()).toMatchObject({ CustomerAccount: '000000077', CustomerName: 'Payer Co', Option: 'T' });
    await expect(rate(undefined, { terms: 'third_party' })).rejects.toThrow('Third-party billing');
  });

  it('are declined for two residential services, which share one check box', async () => {
    await expect(
      rate(undefined, { accessorials: ['residential_pickup', 'residential_delivery'] }),
    ).rejects.toThrow(
      'Southeastern rates only one of these services: Residential pickup, Residential delivery.',
    );
  });

  it('are asked for until the quote is rated', async () => {
    fake.pollsBeforeRate = 2;
    const before = fake.requests.length;
    await rate();
    expect(fake.requests.slice(before).map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET']);
  });

  it('end with the deadline of the quote', async () => {
    fake.pollsBeforeRate = Infinity;
    await expect(rate(undefined, {}, AbortSignal.timeout(700))).rejects.toThrow(
      'did not return a rate in time',
    );
  });

  it('are asked for at the account’s own host, whatever host the carrier names', async () => {
    fake.locationHost = 'https://elsewhere.example/webconnect';
    const before = fake.requests.length;
    expect(await rate()).toMatchObject([{ serviceCode: 'STD' }]);
    expect(fake.requests.slice(before).map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  });
});

describe('Southeastern in live mode', () => {
  let live: LiveCarrier;

  beforeAll(async () => {
    live = await LiveCarrier.start(await startFakeSoutheastern());
  });
  beforeEach(() => {
    live.carrier.fake.behaviour = 'normal';
  });
  afterAll(() => live.close());

  it('quotes, and a person books and confirms with the PRO number', async () => {
    const id = await live.draft();
    const booked = await live.book(id);
    expect(booked).toMatchObject({ status: 'created', pro_number: null });
    const { body } = await live.org.live
      .post(`/api/v1/freight/${id}/confirm`)
      .send({ pro_number: '123456789' })
      .expect(200);
    expect(body).toMatchObject({ status: 'carrier_accepted', pro_number: '123456789' });
  });

  testLiveFailures(() => live, {
    refusal: 'At least one point must be directly serviced by SEFL.',
    unreadable: 'The carrier response has no quote location.',
    wrongSettings: { password: 'another-password' },
    isBookedByHand: true,
  });
});
