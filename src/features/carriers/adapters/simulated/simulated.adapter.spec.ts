import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { sumCents } from '../../../../domain/charges.js';
import { computeGs1CheckDigit } from '../../../../domain/pro-number.js';
import { CarrierDeclined, CarrierFault } from '../../carrier-adapter.js';
import { buildRateRequest, buildPallet } from '../../../../../test/support/carrier-request-builders.js';
import type { RateItem, TenderRequest } from '../../carrier-requests.js';
import { SIMULATED_CARRIERS } from './simulated-carriers.js';
import { SimulatedAdapter, SimulatedSettings } from './simulated.adapter.js';

const adapter = new SimulatedAdapter();
const account = (settings: SimulatedSettings = {}, scac = 'SIM1') => ({ scac, settings });
const patient = new AbortController().signal;

const REQUEST = buildRateRequest([buildPallet(500, '92.5')], {
  destination: { city: 'Boulder', state: 'CO', zip: '80301-1234' },
  accessorials: ['destination_liftgate', 'residential_delivery'],
});
const BOOKED = { reference: 'frt_1', proNumber: '1', bookingId: null };
const TENDER = { reference: 'frt_1' } as TenderRequest;

/** All four calls, each as a function of the settings. */
const calls = {
  rate: (settings: SimulatedSettings, signal: AbortSignal) =>
    adapter.rate(REQUEST, account(settings), signal),
  tender: (settings: SimulatedSettings, signal: AbortSignal) =>
    adapter.tender(TENDER, account(settings), signal),
  cancel: (settings: SimulatedSettings, signal: AbortSignal) =>
    adapter.cancel(BOOKED, account(settings), signal),
  track: (settings: SimulatedSettings, signal: AbortSignal) => adapter.track('1', account(settings), signal),
};

describe('rate', () => {
  it('returns every service level of all six carriers', async () => {
    const rates = await Promise.all(
      [...SIMULATED_CARRIERS.keys()].map((scac) => adapter.rate(REQUEST, account({}, scac), patient)),
    );
    expect(rates.map((levels) => levels.map(({ serviceCode }) => serviceCode))).toEqual([
      ['STD', 'GTD_PM'],
      ['ECO'],
      ['EXP'],
      ['PRI', 'GTD_AM'],
      ['STD'],
      ['STD'],
    ]);
    for (const rate of rates.flat()) {
      expect(rate.quoteNumber).toMatch(/^\d{10}$/);
      expect(rate.transitDays).toBeGreaterThanOrEqual(2);
      expect(rate.transitDays).toBeLessThanOrEqual(4);
      expect(rate.originTerminal).toBe('LAX Los Angeles, CA');
      expect(rate.destinationTerminal).toBe('DEN Denver, CO');
      expect(sumCents(rate.charges)).toBeGreaterThan(0);
    }
    expect(new Set(rates.flat().map(({ quoteNumber }) => quoteNumber)).size).toBe(8);
  });

  it('returns the same rates for the same request, whatever the order of its accessorials', async () => {
    const reordered = { ...structuredClone(REQUEST), accessorials: REQUEST.accessorials.toReversed() };
    const [first, second] = await Promise.all(
      [REQUEST, reordered].map((request) => adapter.rate(request, account(), patient)),
    );
    expect(second!.map(({ quoteNumber }) => quoteNumber)).toEqual(
      first!.map(({ quoteNumber }) => quoteNumber),
    );
    expect(await adapter.rate(REQUEST, account(), patient)).toEqual(first);
  });

  it('returns another quote number for another request', async () => {
    const other = { ...REQUEST, items: [{ ...REQUEST.items[0]!, weight: 501 }] };
    const [a] = await adapter.rate(REQUEST, account(), patient);
    const [b] = await adapter.rate(other, account(), patient);
    expect(a!.quoteNumber).not.toBe(b!.quoteNumber);
  });

  it('adds a week of transit time to Hawaii', async () => {
    const request = { ...REQUEST, destination: { city: 'Honolulu', state: 'HI', zip: '96813' } };
    const [rate] = await adapter.rate(request, account(), patient);
    expect(rate!.transitDays).toBeGreaterThan(10);
    expect(rate!.destinationTerminal).toBe('HNL Honolulu, HI');
  });

  it('throws CarrierDeclined for refused freight and CarrierFault for an unknown carrier', async () => {
    const far = { ...REQUEST, destination: { city: 'Nome', state: 'AK', zip: '99762' } };
    await expect(adapter.rate(far, account({}, 'SIM2'), patient)).rejects.toThrow(CarrierDeclined);
    await expect(adapter.rate(REQUEST, account({}, 'ABCD'), patient)).rejects.toThrow(CarrierFault);
  });
});

// The prices of each carrier before lines had units: service, cents, quote number.
const OLD_PRICES = [
  {
    SIM1: [
      ['STD', 35692, '2198937477'],
      ['GTD_PM', 43192, '6909956160'],
    ],
    SIM2: [['ECO', 28895, '3249391597']],
    SIM3: [['EXP', 40086, '3640951249']],
    SIM4: [
      ['PRI', 45907, '6949097985'],
      ['GTD_AM', 56034, '3940872331'],
    ],
    SIM5: [['STD', 32789, '1074542572']],
  },
  {
    SIM1: [
      ['STD', 43661, '8766095636'],
      ['GTD_PM', 51161, '6346811171'],
    ],
    SIM2: [['ECO', 36722, '8213991674']],
    SIM3: [['EXP', 43710, '3452549232']],
    SIM4: [
      ['PRI', 54321, '4217556157'],
      ['GTD_AM', 63821, '3131805211'],
    ],
    SIM5: [['STD', 42942, '3845727441']],
  },
  {
    SIM1: [
      ['STD', 399992, '8969237490'],
      ['GTD_PM', 447121, '3369264764'],
    ],
    SIM2: 'Hawaii is not served.',
    SIM3: 'Hawaii is not served.',
    SIM4: [
      ['PRI', 506447, '1206763010'],
      ['GTD_AM', 595868, '7618075876'],
    ],
    SIM5: 'Hawaii is not served.',
  },
  {
    SIM1: [
      ['STD', 166170, '2432392110'],
      ['GTD_PM', 177203, '8528603481'],
    ],
    SIM2: [['ECO', 140289, '7825021073']],
    SIM3: [['EXP', 164292, '3853730677']],
    SIM4: [
      ['PRI', 206024, '2773239995'],
      ['GTD_AM', 227051, '0286330677'],
    ],
    SIM5: [['STD', 168828, '4255169500']],
  },
  {
    SIM1: [
      ['STD', 378563, '8152185666'],
      ['GTD_PM', 434020, '6484432497'],
    ],
    SIM2: [['ECO', 302930, '7568245060']],
    SIM3: [['EXP', 435921, '0141804950']],
    SIM4: [
      ['PRI', 485809, '3398572461'],
      ['GTD_AM', 591120, '6530909535'],
    ],
    SIM5: [['STD', 399865, '5361345175']],
  },
  {
    SIM1: [
      ['STD', 15410, '1404737186'],
      ['GTD_PM', 22910, '6995333164'],
    ],
    SIM2: [['ECO', 12350, '3981482836']],
    SIM3: [['EXP', 13965, '1577481895']],
    SIM4: [
      ['PRI', 19720, '9046237012'],
      ['GTD_AM', 29220, '1015497318'],
    ],
    SIM5: [['STD', 14388, '8616431853']],
  },
];

it('returns the recorded prices and quote numbers for recorded requests', async () => {
  const place = (state: string, zip: string) => ({ city: 'x', state, zip });
  const [la, chicago] = [place('CA', '90001'), place('IL', '60601')];
  const requests = [
    buildRateRequest([buildPallet(500, '92.5')], { origin: la, destination: chicago }),
    buildRateRequest([buildPallet(500, '92.5')], {
      origin: la,
      destination: place('CO', '80301-1234'),
      accessorials: ['destination_liftgate', 'residential_delivery'],
    }),
    buildRateRequest([buildPallet(750, '85'), buildPallet(1_200, '125')], {
      origin: place('NY', '10001'),
      destination: place('HI', '96813'),
      accessorials: ['hazmat', 'sort_and_segregate'],
    }),
    buildRateRequest(
      [
        buildPallet(1_950.5, '70'),
        buildPallet(48.2, '250', { length: 20, width: 20, height: 20 }),
        buildPallet(900, '70'),
      ],
      {
        origin: place('TX', '75201'),
        destination: place('GA', '30301'),
        accessorials: ['inside_pickup', 'inside_delivery', 'residential_pickup', 'origin_liftgate'],
      },
    ),
    buildRateRequest(Array<RateItem>(10).fill(buildPallet(933.3, '55', { width: 48, height: 72 })), {
      origin: place('WA', '98101'),
      destination: place('FL', '33101'),
      accessorials: ['delivery_appointment', 'notify_before_delivery'],
    }),
    buildRateRequest([buildPallet(22, '400', { length: 30, width: 30, height: 30 })], {
      origin: place('OH', '44101'),
      destination: place('OH', '43004'),
    }),
  ];
  const answers = requests.map(async (request) => {
    const asked = Object.keys(OLD_PRICES[0]!).map(async (scac) => {
      try {
        const rates = await adapter.rate(request, account({}, scac), patient);
        return [scac, rates.map((rate) => [rate.serviceCode, rate.netChargeCents, rate.quoteNumber])];
      } catch (error) {
        return [scac, (error as Error).message];
      }
    });
    return Object.fromEntries(await Promise.all(asked)) as unknown;
  });
  expect(await Promise.all(answers)).toEqual(OLD_PRICES);
});

describe('tender', () => {
  it('returns the same booking for the same reference', async () => {
    const first = await adapter.tender(TENDER, account(), patient);
    expect(await adapter.tender(TENDER, account(), patient)).toEqual(first);
    expect(first.proNumber).toMatch(/^\d{9}$/);
    expect(first.proNumber.at(-1)).toBe(computeGs1CheckDigit(first.proNumber.slice(0, 8)));
    expect(first.pickupConfirmation).toMatch(/^\d{8}$/);
  });

  it('returns different PRO numbers for another reference and another carrier', async () => {
    const answers = await Promise.all([
      adapter.tender(TENDER, account(), patient),
      adapter.tender({ ...TENDER, reference: 'frt_2' }, account(), patient),
      adapter.tender(TENDER, account({}, 'SIM2'), patient),
    ]);
    expect(new Set(answers.map(({ proNumber }) => proNumber)).size).toBe(3);
  });
});

it('tracks without scans and accepts cancellations', async () => {
  expect(await calls.track({}, patient)).toEqual({ scans: [], estimatedDelivery: null });
  expect(await calls.cancel({}, patient)).toBeUndefined();
});

describe.each(Object.entries(calls))('the `behaviour` setting in %s', (_, call) => {
  it('throws CarrierDeclined with decline', () =>
    expect(call({ behaviour: 'decline' }, patient)).rejects.toThrow(CarrierDeclined));
  it('throws CarrierFault with error', () =>
    expect(call({ behaviour: 'error' }, patient)).rejects.toThrow(CarrierFault));

  it('delays the response with slow', async () => {
    const start = performance.now();
    await call({ behaviour: 'slow', latency_ms: 40 }, patient);
    expect(performance.now() - start).toBeGreaterThanOrEqual(38);
  });

  it.each([{ behaviour: 'timeout' }, { behaviour: 'slow' }, { latency_ms: 5_000 }] as const)(
    'stops waiting when aborted: %j',
    async (settings) => {
      const start = performance.now();
      await expect(call(settings, AbortSignal.timeout(30))).rejects.toMatchObject({ name: 'AbortError' });
      expect(performance.now() - start).toBeLessThan(1_000);
    },
  );

  it('does not start if already aborted', () => expect(call({}, AbortSignal.abort())).rejects.toThrow());
});

describe('settings of simulated carriers', () => {
  const problems = (plain: object) => validateSync(plainToInstance(SimulatedSettings, plain)).length;

  it.each([{}, { behaviour: 'slow', latency_ms: 0, factor: 0.01 }, { latency_ms: 600_000, factor: 10 }])(
    'accept %j',
    (settings) => expect(problems(settings)).toBe(0),
  );

  it.each([
    { behaviour: 'lazy' },
    { latency_ms: -1 },
    { latency_ms: 1.5 },
    { factor: 0 },
    { factor: 10.1 },
    { factor: '1' },
  ])('reject %j', (settings) => expect(problems(settings)).toBe(1));
});
