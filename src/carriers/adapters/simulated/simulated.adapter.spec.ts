import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { sumCents } from '../../../vocabulary/charges.js';
import { gs1CheckDigit } from '../../../vocabulary/pro-number.js';
import { CarrierDeclined, CarrierFault } from '../../carrier-adapter.js';
import type { RateRequest, TenderRequest } from '../../carrier-adapter.js';
import { SIMULATED_CARRIERS } from './simulated-carriers.js';
import { SimulatedAdapter, SimulatedSettings } from './simulated.adapter.js';

const adapter = new SimulatedAdapter();
const account = (settings: SimulatedSettings = {}, scac = 'SIM1') => ({ scac, settings });
const patient = new AbortController().signal;

const REQUEST: RateRequest = {
  origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
  destination: { city: 'Boulder', state: 'CO', zip: '80301-1234' },
  items: [{ weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 }],
  accessorials: ['destination_liftgate', 'residential_delivery'],
};
const TENDER = { reference: 'frt_1' } as TenderRequest;

/** All four calls, each as a function of the settings. */
const calls = {
  rate: (settings: SimulatedSettings, signal: AbortSignal) =>
    adapter.rate(REQUEST, account(settings), signal),
  tender: (settings: SimulatedSettings, signal: AbortSignal) =>
    adapter.tender(TENDER, account(settings), signal),
  cancel: (settings: SimulatedSettings, signal: AbortSignal) =>
    adapter.cancel('1', account(settings), signal),
  track: (settings: SimulatedSettings, signal: AbortSignal) => adapter.track('1', account(settings), signal),
};

describe('rate', () => {
  it('answers every service level of all five carriers', async () => {
    const rates = await Promise.all(
      [...SIMULATED_CARRIERS.keys()].map((scac) => adapter.rate(REQUEST, account({}, scac), patient)),
    );
    expect(rates.map((levels) => levels.map(({ serviceCode }) => serviceCode))).toEqual([
      ['STD', 'GTD_PM'],
      ['ECO'],
      ['EXP'],
      ['PRI', 'GTD_AM'],
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
    expect(new Set(rates.flat().map(({ quoteNumber }) => quoteNumber)).size).toBe(7);
  });

  it('answers the same to the same request, whatever the order of its accessorials', async () => {
    const reordered = { ...structuredClone(REQUEST), accessorials: REQUEST.accessorials.toReversed() };
    const [first, second] = await Promise.all(
      [REQUEST, reordered].map((request) => adapter.rate(request, account(), patient)),
    );
    expect(second!.map(({ quoteNumber }) => quoteNumber)).toEqual(
      first!.map(({ quoteNumber }) => quoteNumber),
    );
    expect(await adapter.rate(REQUEST, account(), patient)).toEqual(first);
  });

  it('gives another quote number to another request', async () => {
    const other = { ...REQUEST, items: [{ ...REQUEST.items[0]!, weight: 501 }] };
    const [a] = await adapter.rate(REQUEST, account(), patient);
    const [b] = await adapter.rate(other, account(), patient);
    expect(a!.quoteNumber).not.toBe(b!.quoteNumber);
  });

  it('takes a week more across the sea', async () => {
    const request = { ...REQUEST, destination: { city: 'Honolulu', state: 'HI', zip: '96813' } };
    const [rate] = await adapter.rate(request, account(), patient);
    expect(rate!.transitDays).toBeGreaterThan(10);
    expect(rate!.destinationTerminal).toBe('HNL Honolulu, HI');
  });

  it('declines what the carrier does not take and fails for a carrier it does not know', async () => {
    const far = { ...REQUEST, destination: { city: 'Nome', state: 'AK', zip: '99762' } };
    await expect(adapter.rate(far, account({}, 'SIM2'), patient)).rejects.toThrow(CarrierDeclined);
    await expect(adapter.rate(REQUEST, account({}, 'ABCD'), patient)).rejects.toThrow(CarrierFault);
  });
});

describe('tender', () => {
  it('books once for one reference', async () => {
    const first = await adapter.tender(TENDER, account(), patient);
    expect(await adapter.tender(TENDER, account(), patient)).toEqual(first);
    expect(first.proNumber).toMatch(/^\d{9}$/);
    expect(first.proNumber.at(-1)).toBe(gs1CheckDigit(first.proNumber.slice(0, 8)));
    expect(first.pickupConfirmation).toMatch(/^\d{8}$/);
  });

  it('gives other numbers to another reference and by another carrier', async () => {
    const answers = await Promise.all([
      adapter.tender(TENDER, account(), patient),
      adapter.tender({ ...TENDER, reference: 'frt_2' }, account(), patient),
      adapter.tender(TENDER, account({}, 'SIM2'), patient),
    ]);
    expect(new Set(answers.map(({ proNumber }) => proNumber)).size).toBe(3);
  });
});

it('tracks without scans and cancels', async () => {
  expect(await calls.track({}, patient)).toEqual({ scans: [], estimatedDelivery: null });
  expect(await calls.cancel({}, patient)).toBeUndefined();
});

describe.each(Object.entries(calls))('behaviour of %s', (_, call) => {
  it('declines', () => expect(call({ behaviour: 'decline' }, patient)).rejects.toThrow(CarrierDeclined));
  it('fails', () => expect(call({ behaviour: 'error' }, patient)).rejects.toThrow(CarrierFault));

  it('waits before the answer', async () => {
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

  it('does not begin when already aborted', () => expect(call({}, AbortSignal.abort())).rejects.toThrow());
});

describe('settings', () => {
  const problems = (plain: object) => validateSync(plainToInstance(SimulatedSettings, plain)).length;

  it.each([{}, { behaviour: 'slow', latency_ms: 0, factor: 0.01 }, { latency_ms: 600_000, factor: 10 }])(
    'may be %j',
    (settings) => expect(problems(settings)).toBe(0),
  );

  it.each([
    { behaviour: 'lazy' },
    { latency_ms: -1 },
    { latency_ms: 1.5 },
    { factor: 0 },
    { factor: 10.1 },
    { factor: '1' },
  ])('may not be %j', (settings) => expect(problems(settings)).toBe(1));
});
