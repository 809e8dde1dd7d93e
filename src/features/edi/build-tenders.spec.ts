import { describe, expect, it } from '@jest/globals';
import type { RateItem, TenderRequest } from '../carriers/carrier-requests.js';
import { buildBillOfLading } from './build-bill-of-lading.js';
import { buildLoadTender } from './build-load-tender.js';

const item: RateItem = {
  quantity: 2,
  handling_unit_type: 'pallet',
  packaging_type: 'carton',
  pieces: 40,
  weight: 700.2,
  freight_class: '85',
  length: 48,
  width: 40,
  height: 48,
  stackable: true,
  description: 'Paint related material in metal cans, not otherwise indexed by name in this list',
  nmfc_item_number: '149980',
  hazmat: {
    un_number: 'UN1993',
    proper_shipping_name: 'Flammable liquids, n.o.s.',
    technical_name: 'ethanol',
    hazard_class: '3',
    subsidiary_hazard_classes: ['6.1', '8'],
    packing_group: 'II',
    marine_pollutant: true,
    weight: 100,
  },
};
const party = {
  city: 'Los Angeles',
  state: 'CA',
  zip: '90001-1234',
  company: 'Acme',
  address: '12 Main St',
  phone: '555',
};
const tender: TenderRequest = {
  reference: '04000000000000017',
  carrierQuoteNumber: '',
  serviceCode: '',
  shipper: party,
  consignee: { ...party, city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' },
  items: [item],
  accessorials: ['limited_access_delivery', 'destination_liftgate'],
  limitedAccess: { delivery: 'school' },
  declaredValueCents: 123_450,
  terms: 'third_party',
  billTo: {
    company: 'Payer LLC',
    address: '1 Bank St',
    city: 'Reno',
    state: 'NV',
    zip: '89501',
    account: 'A-77',
  },
  references: [
    { name: 'PO', value: '4711' },
    { name: 'Cost center', value: '9' },
  ],
  orders: [{ number: '4711' }, { number: '4712' }],
  description: 'Paint',
  specialInstructions: null,
  pickupDate: '2026-12-01',
  pickup: {
    readyTime: '10:00',
    closeTime: '17:00',
    contact: 'Dock',
    phone: '556',
    instructions: 'Ring twice',
  },
  emergencyContact: { name: 'Chemtrec', phone: '800', contractNumber: 'CCN1' },
};

/** Minimum and maximum length of elements, with their numbers. Source: bots-grammars, x12/4010/records004010.py. */
const LENGTHS: Record<string, Record<number, [min: number, max: number]>> = {
  L11: { 1: [1, 30], 2: [2, 3], 3: [1, 80] },
  NTE: { 1: [3, 3], 2: [1, 80] },
  N1: { 1: [2, 3], 2: [1, 60], 4: [2, 80] },
  N3: { 1: [1, 55], 2: [1, 55] },
  N4: { 1: [2, 30], 2: [2, 2], 3: [3, 15], 4: [2, 3] },
  G61: { 1: [2, 2], 2: [1, 60], 4: [1, 80] },
  L5: { 1: [1, 3], 2: [1, 50], 3: [1, 30], 4: [1, 1], 5: [3, 5] },
  AT5: { 3: [2, 30] },
  K1: { 1: [1, 30], 2: [1, 30] },
  AT4: { 1: [1, 50] },
  AT2: { 1: [1, 7], 2: [3, 3], 5: [1, 10], 7: [3, 3], 9: [1, 30], 10: [2, 5] },
  LH1: { 1: [2, 2], 2: [1, 7], 3: [6, 6], 6: [2, 2], 7: [1, 15], 10: [1, 3] },
  LH2: { 1: [1, 30], 2: [1, 1], 5: [2, 2] },
  LH3: { 1: [1, 25], 2: [1, 1] },
};

describe('a load tender (204)', () => {
  it('describes parties, window, services, lines and dangerous goods in the order of version 004010', () => {
    expect(buildLoadTender('ACME', tender, 'original')).toEqual([
      ['B2', null, 'ACME', null, '04000000000000017', null, 'TP'],
      ['B2A', '00', 'LT'],
      ['L11', '04000000000000017', 'BM'],
      ['L11', '4711', 'PO', null],
      ['L11', '9', 'ZZ', 'Cost center'],
      ['L11', '4712', 'PO', null],
      ['NTE', 'SPH', 'Limited access delivery: School, Liftgate at delivery, Declared value USD'],
      ['NTE', 'SPH', '1234.50'],
      ['N1', 'BT', 'Payer LLC', 'ZZ', 'A-77'],
      ['N3', '1 Bank St', undefined],
      ['N4', 'Reno', 'NV', '89501', 'US'],
      ['S5', 1, 'CL'],
      ['G62', '37', '20261201', 'I', '1000', 'LT'],
      ['G62', '38', '20261201', 'K', '1700', 'LT'],
      ['AT8', 'G', 'L', 701, 40, 2],
      ['NTE', 'LOI', 'Ring twice'],
      ['N1', 'SF', 'Acme'],
      ['N3', '12 Main St', undefined],
      ['N4', 'Los Angeles', 'CA', '900011234', 'US'],
      ['G61', 'IC', 'Dock', 'TE', '556'],
      ['L5', 1, 'Class 85 Paint related material in metal cans, not', '149980', 'N', 'CTN'],
      ['AT8', 'G', 'L', 701, 40, 2],
      ['G61', 'HM', 'Chemtrec', 'TE', '800'],
      ['L11', 'CCN1', 'ZZ', 'Emergency response contract'],
      ['LH1', 'PC', 40, 'UN1993', null, null, 'LB', 100, null, null, 'II'],
      ['LH2', '3', 'P', null, null, null],
      ['LH2', '6.1', 'S'],
      ['LH2', '8', 'S'],
      ['LH3', 'Flammable liquids, n.o.s.', 'D'],
      ['LH3', '(ethanol), class 3, (6.1,', 'D'],
      ['LH3', '8), marine pollutant', 'D'],
      ['L5', 1, 'otherwise indexed by name in this list'],
      ['L5', 1, '2 each 48x40x48 in'],
      ['S5', 2, 'CU'],
      ['AT8', 'G', 'L', 701, 40, 2],
      ['N1', 'ST', 'Acme'],
      ['N3', '12 Main St', undefined],
      ['N4', 'Toronto', 'ON', 'M5V3L9', 'CA'],
      ['G61', 'IC', 'Acme', 'TE', '555'],
      ['L3', 701, 'G', null, null, null, null, null, null, null, null, 40],
    ]);
  });

  it('keeps every line of a long shipment within the 99 texts of a stop', () => {
    const segments = buildLoadTender(
      'ACME',
      { ...tender, items: Array.from({ length: 50 }, () => item) },
      'original',
    );
    const texts = segments.filter(([id]) => id === 'L5');
    expect(texts.length).toBeLessThanOrEqual(99);
    expect(texts.filter(([, , , , , packaging]) => packaging !== undefined)).toHaveLength(50);
  });
});

describe('a bill of lading (211)', () => {
  it('writes instructions that the remarks have no room for with the first line', () => {
    const words = Array.from({ length: 200 }, (_, index) => `w${index}`).join(' ');
    const segments = buildBillOfLading(
      'ACME',
      { ...tender, specialInstructions: words, pickup: null },
      'cancel',
    );
    expect(segments.slice(0, 2)).toEqual([
      ['BOL', 'ACME', 'TP', '04000000000000017', '20261201'],
      ['B2A', '01'],
    ]);
    const text = segments.flatMap(([id, ...texts]) => (id === 'K1' || id === 'AT4' ? texts : [])).join(' ');
    for (const word of words.split(' ')) expect(text).toContain(word);
    expect(segments.filter(([id]) => id === 'K1')).toHaveLength(10);
  });
});

it.each([buildLoadTender, buildBillOfLading])('%p keeps the lengths of version 004010', (build) => {
  const long = 'Grün*ﬁne~wörds>… '.repeat(80);
  const place = { ...party, company: long, address: long, city: long, contact: long, phone: long };
  const odd: TenderRequest = {
    ...tender,
    shipper: place,
    consignee: place,
    items: [{ ...item, description: long }],
    billTo: { ...place, account: long },
    references: [{ name: long, value: long }],
    orders: [{ number: long }],
    specialInstructions: long,
    emergencyContact: { name: long, phone: long, contractNumber: long },
  };
  for (const [id, ...elements] of build('ACME', odd, 'original')) {
    for (const [number, [min, max]] of Object.entries(LENGTHS[id] ?? {})) {
      const value = elements[Number(number) - 1];
      if (value === null || value === undefined) continue;
      const { length } = String(value);
      expect({ id, number, fits: length >= min && length <= max }).toEqual({ id, number, fits: true });
      expect(String(value)).toMatch(/^[\x20-\x7e]*$/);
      expect(String(value)).not.toMatch(/[*~>]/);
    }
  }
});
