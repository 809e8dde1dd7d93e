import { describe, expect, it } from '@jest/globals';
import { buildSet } from '../../../test/support/x12.js';
import { parseInvoice } from './parse-invoice.js';

const RECEIVED_AT = new Date('2026-01-17T12:00:00Z');
const parse = (...lines: string[]) => parseInvoice(buildSet('210', ...lines), RECEIVED_AT);
const HEADER = 'B3**INV-7*SHIP-1*PP**20260115*35692****SIM1';

describe('parseInvoice', () => {
  it('returns references, charges in cents and the description of each line', () => {
    expect(
      parse(
        HEADER,
        'N9*CN*PRO-9',
        'N9*BM*BOL-3',
        'N9*CN*PRO-10',
        'LX*1',
        'L5*1*MACHINE PARTS',
        'L1*1*300.5*FR*30050',
        'LX*2',
        'L1*2***5642****FUE',
        'LX*3',
        'L1*3***-100****DSC',
        'L3*500*G***35692',
      ),
    ).toEqual({
      invoiceNumber: 'INV-7',
      shipmentId: 'SHIP-1',
      proNumber: 'PRO-9',
      bolNumber: 'BOL-3',
      paymentTerms: 'PP',
      invoiceDate: '2026-01-15',
      totalCents: 35_692,
      correction: null,
      currency: null,
      scac: 'SIM1',
      lines: [
        { code: null, description: 'MACHINE PARTS', amountCents: 30_050 },
        { code: 'FUE', description: null, amountCents: 5_642 },
        { code: 'DSC', description: null, amountCents: -100 },
      ],
    });
  });

  it.each([
    [['C3*CAD'], 'CAD'],
    [['CUR*SE*MXN'], 'MXN'],
    [['CUR*SE*USD', 'C3*cad'], 'CAD'],
    [['C3**1.2'], null],
  ])('reads the currency of %j', (lines, currency) => {
    expect(parse(HEADER, ...lines)).toMatchObject({ currency });
  });

  it('returns an unsupported currency as an error', () => {
    expect(parse(HEADER, 'C3*EUR', 'CUR*SE*$$$')).toEqual([
      { segment: 'C3', position: 3, code: '8', elements: [{ element: 1, code: '7' }] },
      { segment: 'CUR', position: 4, code: '8', elements: [{ element: 2, code: '7' }] },
    ]);
  });

  it.each(['19000101', '20240101', '20270301'])('returns the date %s as an error', (date) => {
    expect(parse(`B3**INV-7*SHIP-1*PP**${date}*35692`)).toEqual([
      { segment: 'B3', position: 2, code: '8', elements: [{ element: 6, code: '8' }] },
    ]);
  });

  it('returns a missing B3 as an AK3 error', () => {
    expect(parse('N9*CN*1')).toEqual([{ segment: 'B3', position: 1, code: '3', elements: [] }]);
  });

  it('returns the number and code of each element in error', () => {
    expect(parse('B3****PP**20260231*12.50', 'L1*1***1O00')).toEqual([
      {
        segment: 'B3',
        position: 2,
        code: '8',
        elements: [
          { element: 2, code: '1' },
          { element: 6, code: '8' },
          { element: 7, code: '6' },
        ],
      },
      { segment: 'L1', position: 3, code: '8', elements: [{ element: 4, code: '6' }] },
    ]);
  });
});
