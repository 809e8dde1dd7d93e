import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '@lading/sdk';
import { toFormValues, toRequestBody } from '../../../ui/form-values';
import { listTariffFields, toTariffBody, toTariffForm } from './tariff-fields';

const TARIFF = {
  name: 'Acme Freight 2026',
  scac: 'ACME',
  fak: { '85': '70' },
  accessorials: { IDL: { per_cwt_cents: 850, minimum_cents: 7_500 } },
  overlength: [{ over_inches: 96, flat_cents: 12_500 }],
  fuel_table: [],
  transit: [{ origin: '900', destination: 'IL', days: 4 }],
  on_pickup_change: 'rerate',
  holidays: ['2026-11-26', '2026-12-25'],
} as unknown as Schemas['Tariff'];

/** Opens and saves the form, with some values changed. */
function save(tariff: Schemas['Tariff'], changes: object = {}): Record<string, unknown> {
  const { fields } = listTariffFields(tariff);
  const record = toTariffForm(tariff);
  return toTariffBody(toRequestBody(fields, { ...toFormValues(fields, record), ...changes }, record));
}

describe('the tariff form', () => {
  it('keeps every table if nothing was changed', () => {
    const { fuel_table: _empty, ...kept } = TARIFF;
    expect(save(TARIFF)).toEqual(kept);
  });

  it('removes the last entry of a map', () => {
    expect(save(TARIFF, { fak: [], accessorials: [] })).toMatchObject({ fak: {}, accessorials: {} });
  });

  it('distinguishes no holidays from the default holidays', () => {
    const none = { ...TARIFF, holidays: [] };
    expect(save(none).holidays).toEqual([]);
    expect(save(none, { no_holidays: false }).holidays).toBeNull();
    expect(save(TARIFF, { no_holidays: true }).holidays).toEqual([]);
    expect(save(TARIFF, { holidays: '' }).holidays).toBeNull();
  });

  it('leaves out a table that is too long for a form, so that it keeps its rows', () => {
    const lanes = Array.from({ length: 101 }, (_, index) => ({
      origin: String(100 + index),
      destination: 'IL',
      days: 4,
    }));
    const long = { ...TARIFF, transit: lanes } as Schemas['Tariff'];
    expect(listTariffFields(long).omitted.map(({ name }) => name)).toEqual(['transit']);
    expect(save(long)).not.toHaveProperty('transit');
  });
});
