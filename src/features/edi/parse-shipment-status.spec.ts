import { describe, expect, it } from '@jest/globals';
import { buildSet } from '../../../test/support/x12.js';
import { parseShipmentStatus, resolveScanTime, type EdiScan } from './parse-shipment-status.js';

const RECEIVED_AT = new Date('2026-01-17T12:00:00Z');
const parse = (...lines: string[]) => parseShipmentStatus(buildSet('214', ...lines), RECEIVED_AT);
const HEADER = 'B10*PRO-9*SHIP-1*SIM1';

function scanAt(zone: string | null, localTime: string | null = '2026-01-15T14:30:00'): EdiScan {
  const place = { city: null, state: null, country: null };
  const date = localTime?.slice(0, 10) ?? null;
  return { position: 9, date, code: 'D1', appointmentCode: null, reason: 'NS', localTime, zone, ...place };
}

describe('parseShipmentStatus', () => {
  it('returns each status with its place, in the order of the file', () => {
    expect(
      parse(
        HEADER,
        'L11*BOL-3*BM',
        'LX*1',
        'AT7*AF*NS***20260114*0830*PT',
        'MS1*LOS ANGELES*CA*US',
        'AT7***AB*NA*20260116*1000*LT',
        'MS1*CHICAGO*IL',
        'AT7*D1*NS',
      ),
    ).toEqual({
      proNumber: 'PRO-9',
      shipmentId: 'SHIP-1',
      scac: 'SIM1',
      bolNumber: 'BOL-3',
      scans: [
        {
          position: 5,
          date: '2026-01-14',
          code: 'AF',
          appointmentCode: null,
          reason: 'NS',
          localTime: '2026-01-14T08:30:00',
          zone: 'PT',
          city: 'LOS ANGELES',
          state: 'CA',
          country: 'US',
        },
        {
          position: 7,
          date: '2026-01-16',
          code: null,
          appointmentCode: 'AB',
          reason: 'NA',
          localTime: '2026-01-16T10:00:00',
          zone: 'LT',
          city: 'CHICAGO',
          state: 'IL',
          country: null,
        },
        scanAt(null, null),
      ],
    });
  });

  it.each([
    ['B10', 'no B10', [], 1, []],
    ['B10', 'no number', ['B10***SIM1'], 2, [{ element: 1, code: '1' }]],
    ['AT7', 'no status', [HEADER, 'AT7**NS'], 3, [{ element: 1, code: '1' }]],
    ['AT7', 'two statuses', [HEADER, 'AT7*AF**AB'], 3, [{ element: 3, code: '10' }]],
    ['AT7', 'no such day', [HEADER, 'AT7*AF****20260230*0830'], 3, [{ element: 5, code: '8' }]],
    ['AT7', 'the year 9999', [HEADER, 'AT7*AF****99991231*0010*UT'], 3, [{ element: 5, code: '8' }]],
    ['AT7', 'the year 0000', [HEADER, 'AT7*AF****00000101*0010*UT'], 3, [{ element: 5, code: '8' }]],
    ['AT7', 'the year 1970', [HEADER, 'AT7*D1****19700101'], 3, [{ element: 5, code: '8' }]],
    ['AT7', 'two days ahead', [HEADER, 'AT7*D1****20260119*0830*UT'], 3, [{ element: 5, code: '8' }]],
    ['AT7', 'two days ahead', [HEADER, 'AT7*D1****20260119'], 3, [{ element: 5, code: '8' }]],
    ['AT7', 'no such time', [HEADER, 'AT7*AF****20260130*2460'], 3, [{ element: 6, code: '9' }]],
  ])('returns the error of %s: %s', (segment, _name, lines, position, elements) => {
    const code = elements.length > 0 ? '8' : '3';
    expect(parse(...lines)).toEqual([{ segment, position, code, elements }]);
  });
});

describe('limits', () => {
  it('takes estimates in the future', () => {
    expect(parse(HEADER, 'AT7*AG****20260219*0830*UT', 'AT7*X2****20260219')).toMatchObject({
      scans: [{ date: '2026-02-19', localTime: '2026-02-19T08:30:00' }, { date: '2026-02-19' }],
    });
    expect(parse(HEADER, 'AT7*AG****20270219*0830*UT')).toEqual([
      { segment: 'AT7', position: 3, code: '8', elements: [{ element: 5, code: '8' }] },
    ]);
  });

  it('takes at most 200 statuses', () => {
    expect(parse(HEADER, ...Array<string>(200).fill('AT7*X6'))).toMatchObject({ proNumber: 'PRO-9' });
    expect(parse(HEADER, ...Array<string>(201).fill('AT7*X6'))).toEqual([
      { segment: 'AT7', position: 203, code: '5', elements: [] },
    ]);
  });
});

describe('resolveScanTime', () => {
  it.each([
    [null, '2026-01-15T14:30:00', '2026-01-15T20:30:00.000Z'],
    ['LT', '2026-07-15T14:30:00', '2026-07-15T19:30:00.000Z'],
    ['ET', '2026-01-15T14:30:00', '2026-01-15T19:30:00.000Z'],
    ['ET', '2026-07-15T14:30:00', '2026-07-15T18:30:00.000Z'],
    ['ES', '2026-07-15T14:30:00', '2026-07-15T19:30:00.000Z'],
    ['UT', '2026-01-15T14:30:00', '2026-01-15T14:30:00.000Z'],
    ['20', '2026-01-15T14:30:00', '2026-01-15T19:30:00.000Z'],
    ['02', '2026-01-15T14:30:00', '2026-01-15T12:30:00.000Z'],
    ['constructor', '2026-01-15T14:30:00', '2026-01-15T20:30:00.000Z'],
    ['??', '2026-01-15T14:30:00', '2026-01-15T20:30:00.000Z'],
  ])('reads zone %s at %s', (zone, localTime, instant) => {
    expect(resolveScanTime(scanAt(zone, localTime), 'America/Chicago')?.toISOString()).toBe(instant);
  });

  it('returns null without a time', () => {
    expect(resolveScanTime(scanAt('ET', null), 'America/Chicago')).toBeNull();
  });
});
