import { expect, it } from '@jest/globals';
import { buildTenderRequest, buildPallet } from '../../../test/support/carrier-request-builders.js';
import type { TenderRequest } from '../carriers/carrier-requests.js';
import { buildBillOfLading } from './build-bill-of-lading.js';
import { buildLoadTender } from './build-load-tender.js';

/** A segment, at most `max` times, with the segments of its loop. */
type Rule = readonly [id: string, min: number, max: number, loop?: readonly Rule[]];

const ADDRESS: Rule[] = [
  ['N2', 0, 1],
  ['N3', 0, 2],
  ['N4', 0, 1],
];
const HAZMAT: Rule[] = [
  ['L11', 0, 5],
  ['LH6', 0, 6],
  [
    'LH1',
    0,
    25,
    [
      ['LH2', 0, 4],
      ['LH3', 0, 10],
      ['LFH', 0, 20],
    ],
  ],
];

/** Segments of version 004010 in order, without those that Lading never writes. Source: bots-grammars, x12/4010. */
const LOAD_TENDER: Rule[] = [
  ['B2', 1, 1],
  ['B2A', 1, 1],
  ['L11', 0, 50],
  ['G62', 0, 1],
  ['AT5', 0, 6],
  ['NTE', 0, 10],
  ['N1', 0, 5, [...ADDRESS, ['L11', 0, 1], ['G61', 0, 3]]],
  [
    'S5',
    1,
    999,
    [
      ['L11', 0, 50],
      ['G62', 0, 2],
      ['AT8', 0, 1],
      ['AT5', 0, 6],
      ['NTE', 0, 20],
      ['N1', 0, 1, [...ADDRESS, ['G61', 0, 3]]],
      [
        'L5',
        0,
        99,
        [
          ['AT8', 0, 1],
          ['G61', 0, 99, HAZMAT],
        ],
      ],
    ],
  ],
  ['L3', 0, 1],
];
const BILL_OF_LADING: Rule[] = [
  ['BOL', 1, 1],
  ['B2A', 1, 1],
  ['L11', 0, 100],
  ['G62', 0, 6],
  ['AT5', 0, 50],
  ['K1', 0, 10],
  ['N1', 0, 10, [...ADDRESS, ['G61', 0, 3]]],
  [
    'AT1',
    1,
    9999,
    [
      ['L11', 0, 100],
      ['AT4', 0, 99],
      ['AT2', 0, 1],
      ['G61', 0, 2, HAZMAT],
    ],
  ],
];

/** Consumes the segments that the rules allow, in order. Returns the others. @throws if a required segment is missing */
function consume(ids: string[], rules: readonly Rule[]): string[] {
  let rest = ids;
  for (const [id, min, max, loop = []] of rules) {
    let count = 0;
    while (rest[0] === id && count < max) {
      count++;
      rest = consume(rest.slice(1), loop);
    }
    if (count < min) throw new Error(`${id} is missing before ${rest[0]}`);
  }
  return rest;
}

const hazmat = {
  un_number: 'UN1993',
  proper_shipping_name: 'Flammable liquids, n.o.s., in a long description '.repeat(10),
  hazard_class: '3',
  subsidiary_hazard_classes: ['6.1', '8', '9', '4.1'],
};
const LONG = 'Call the dock before you arrive, and wait for the guard. '.repeat(40);
const bare = buildTenderRequest('04000000000000017', { pickup: null });
const TENDERS: [string, TenderRequest][] = [
  ['a simple tender', bare],
  [
    'a tender with everything',
    {
      ...bare,
      items: Array.from({ length: 40 }, (_, index) => buildPallet(500, '70', index % 2 ? { hazmat } : {})),
      accessorials: ['destination_liftgate', 'origin_liftgate', 'inside_delivery', 'hazmat', 'overlength'],
      billTo: { company: 'Payer', address: LONG, city: 'Reno', state: 'NV', zip: '89501' },
      references: Array.from({ length: 80 }, (_, index) => ({ name: `Ref ${index}`, value: `${index}` })),
      declaredValueCents: 100,
      specialInstructions: LONG,
      pickup: { readyTime: '08:00', closeTime: '17:00', instructions: LONG },
      emergencyContact: { name: 'Chemtrec', phone: '800', contractNumber: 'C1' },
    },
  ],
];

it.each(TENDERS)('%s has the segments of sets 204 and 211 in order, and not too often', (_name, tender) => {
  const sets = [
    [buildLoadTender, LOAD_TENDER],
    [buildBillOfLading, BILL_OF_LADING],
  ] as const;
  for (const [build, rules] of sets) {
    const ids = build('ACME', tender, 'original').map(([id]) => id);
    expect(consume(ids, rules)).toEqual([]);
  }
});
