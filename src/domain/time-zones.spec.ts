import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { timeZoneOf } from './time-zones.js';
import { toLocalDay } from './local-time.js';

describe('timeZoneOf', () => {
  it.each([
    ['90001', 'America/Los_Angeles'],
    ['60601', 'America/Chicago'],
    ['10001-1234', 'America/New_York'],
    ['80301', 'America/Denver'],
    ['85001', 'America/Phoenix'],
    ['96813', 'Pacific/Honolulu'],
    ['99501', 'America/Anchorage'],
    ['00901', 'America/Puerto_Rico'],
    // States with two zones.
    ['37902', 'America/New_York'],
    ['37201', 'America/Chicago'],
    ['79901', 'America/Denver'],
    ['75201', 'America/Chicago'],
    ['83814', 'America/Los_Angeles'],
    ['83702', 'America/Boise'],
    ['32501', 'America/Chicago'],
    ['33101', 'America/New_York'],
  ])('returns the time zone of ZIP %s', (zip, zone) => expect(timeZoneOf(zip)).toBe(zone));

  it('returns a time zone that the runtime supports for any five digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (number) => {
        const zone = timeZoneOf(String(number).padStart(5, '0'));
        expect(toLocalDay(zone, new Date())).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      }),
    );
  });

  it('rejects a malformed ZIP', () => expect(() => timeZoneOf('9000')).toThrow(RangeError));
});
