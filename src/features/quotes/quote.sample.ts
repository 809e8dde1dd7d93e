import type { Quote } from './quote.entity.js';

const NOW = new Date('2026-01-15T12:00:00.000Z');

/** A quote for samples of events. No row has the id 0. */
export const SAMPLE_QUOTE = {
  id: 0,
  organizationId: 0,
  mode: 'test',
  createdAt: NOW,
  customerId: null,
  groupId: 'qg_00000000000000000000000000000000',
  quoteNumber: '0000000000',
  carrierId: 1,
  tariffId: null,
  carrierName: 'Sample Carrier',
  scac: 'SIM1',
  serviceLevel: 'Standard',
  serviceCode: 'STD',
  bookedBy: 'carrier',
  tenderEmail: null,
  status: 'active',
  currency: 'USD',
  netChargeCents: 35_692,
  charges: [{ type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul, class 92.5', amountCents: 35_692 }],
  costCents: null,
  costCharges: null,
  transitDays: 5,
  originTerminal: 'LAX Los Angeles, CA',
  destinationTerminal: 'CHI Chicago, IL',
  origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
  destination: { city: 'Chicago', state: 'IL', zip: '60601' },
  items: [
    {
      quantity: 1,
      handling_unit_type: 'pallet',
      weight: 500,
      freight_class: '92.5',
      length: 48,
      width: 40,
      height: 48,
      stackable: false,
    },
  ],
  accessorials: [],
  limitedAccess: {},
  declaredValueCents: null,
  shipDate: '2026-01-16',
  pickupDate: '2026-01-16',
  estimatedDeliveryDate: '2026-01-26',
  holidays: null,
  warnings: [
    {
      code: 'class_density_mismatch',
      message:
        'items[0].freight_class is 92.5, but 9.38 lb per cubic foot is class 100 on the density scale.',
      param: 'items[0].freight_class',
    },
  ],
  expiresAt: new Date('2026-01-22T12:00:00.000Z'),
  recommended: true,
  lapsed: false,
} satisfies Quote;
