import { describe, expect, it } from '@jest/globals';
import { buildSet } from '../../../test/support/x12.js';
import { parseTenderResponse } from './parse-tender-response.js';

const parse = (...lines: string[]) => parseTenderResponse(buildSet('990', ...lines));

describe('parseTenderResponse', () => {
  it('returns an acceptance with its PRO number', () => {
    expect(parse('B1*SIM1*SHIP-1*20260115*A', 'N9*CN*PRO-9')).toEqual({
      scac: 'SIM1',
      shipmentId: 'SHIP-1',
      accepted: true,
      proNumber: 'PRO-9',
      remarks: null,
    });
  });

  it('returns a decline with its remarks', () => {
    expect(parse('B1*SIM1*SHIP-1*20260115*D', 'K1*NO CAPACITY*CALL DISPATCH', 'K1*TUESDAY')).toMatchObject({
      accepted: false,
      remarks: 'NO CAPACITY CALL DISPATCH TUESDAY',
    });
  });

  it.each([
    ['no B1', ['N9*CN*1'], [{ segment: 'B1', position: 1, code: '3', elements: [] }]],
    ['no shipment id', ['B1*SIM1***A'], [expect.objectContaining({ elements: [{ element: 2, code: '1' }] })]],
    ['no answer', ['B1*SIM1*S'], [expect.objectContaining({ elements: [{ element: 4, code: '1' }] })]],
    [
      'another answer',
      ['B1*SIM1*S**E'],
      [expect.objectContaining({ elements: [{ element: 4, code: '7' }] })],
    ],
  ])('accepts nothing with %s', (_name, lines, errors) => {
    expect(parse(...lines)).toEqual(errors);
  });
});
