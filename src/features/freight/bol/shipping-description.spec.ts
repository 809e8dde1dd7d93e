import { describe, expect, it } from '@jest/globals';
import type { RateItem } from '../../carriers/carrier-requests.js';
import { formatShippingDescription } from './shipping-description.js';

const item: RateItem = {
  quantity: 2,
  handling_unit_type: 'pallet',
  weight: 1200,
  freight_class: '85',
  length: 48,
  width: 40,
  height: 48,
  stackable: false,
};
const acetone = { un_number: 'UN1090', proper_shipping_name: 'Acetone', hazard_class: '3' };

describe('formatShippingDescription', () => {
  it('lists number, name, class and packing group, then packages and quantity', () => {
    expect(formatShippingDescription({ ...acetone, packing_group: 'II' }, item)).toBe(
      'UN1090, Acetone, 3, PG II · 2 Pallet, 1,200 lb',
    );
    expect(
      formatShippingDescription(
        {
          un_number: 'UN1993',
          proper_shipping_name: 'Flammable liquids, n.o.s.',
          technical_name: 'Acetone, Methanol',
          hazard_class: '3',
          packing_group: 'II',
          weight: 450.5,
          reportable_quantity: true,
          limited_quantity: true,
          marine_pollutant: true,
        },
        { ...item, pieces: 12, packaging_type: 'drum' },
      ),
    ).toBe(
      'RQ, UN1993, Flammable liquids, n.o.s. (Acetone, Methanol), 3, PG II, Limited Quantity, Marine Pollutant · 12 Drum, 450.5 lb',
    );
  });

  it('omits a missing packing group', () => {
    const propane = { un_number: 'UN1978', proper_shipping_name: 'Propane', hazard_class: '2.1' };
    expect(formatShippingDescription(propane, item)).toBe('UN1978, Propane, 2.1 · 2 Pallet, 1,200 lb');
  });
});
