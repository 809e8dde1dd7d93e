import { describe, expect, it } from '@jest/globals';
import { toFormValues, toRequestBody } from '../../../ui/form-values';
import { buildGoodsFields, CUSTOMS_FIELDS, toCustomsBody } from './customs';

const FIELDS = [...CUSTOMS_FIELDS, ...buildGoodsFields(0), ...buildGoodsFields(1)];
const STORED = {
  customs: {
    broker: { company: 'Northern Brokers', phone: '905-555-0100' },
    importer: null,
    incoterm: null,
    pars_number: null,
    paps_number: null,
    items: [
      {
        description: 'Parts',
        hs_code: '8431.49',
        country_of_origin: 'US',
        quantity: 12,
        unit_value_cents: 12_550,
      },
    ],
  },
};

const NO_BROKER = { company: '', phone: '' };
const NO_GOODS = { description: '', hs_code: '', country_of_origin: '', quantity: '', unit_value_cents: '' };

const build = (change: (customs: any) => void) => {
  const values = toFormValues(FIELDS, STORED);
  change(values.customs);
  return toCustomsBody(toRequestBody(FIELDS, values, STORED).customs);
};

describe('the customs fields of a draft', () => {
  it('send lines of goods as a list with cents, without blank lines', () =>
    expect(build((customs) => (customs.items[0].unit_value_cents = '99.95'))).toEqual({
      broker: STORED.customs.broker,
      items: [{ ...STORED.customs.items[0], unit_value_cents: 9_995 }],
    }));

  it('send null for a cleared broker', () =>
    expect(build((customs) => (customs.broker = NO_BROKER))).toEqual({
      broker: null,
      items: STORED.customs.items,
    }));

  it('send an empty list for cleared lines', () =>
    expect(build((customs) => (customs.items[0] = NO_GOODS))).toEqual({
      broker: STORED.customs.broker,
      items: [],
    }));

  it('send null if every field is cleared', () =>
    expect(build((customs) => Object.assign(customs, { broker: NO_BROKER, items: [NO_GOODS] }))).toBeNull());

  it('send nothing for a draft without customs data', () => {
    const values = toFormValues(FIELDS, { customs: null });
    expect(toCustomsBody(toRequestBody(FIELDS, values, { customs: null }).customs)).toBeUndefined();
  });
});
