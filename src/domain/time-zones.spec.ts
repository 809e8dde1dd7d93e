import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toLocalDay, timeZoneOf } from './time-zones.js';

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
  ])('finds that of %s', (zip, zone) => expect(timeZoneOf(zip)).toBe(zone));

  it('knows one for whatever has five digits, which this runtime knows too', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (number) => {
        const zone = timeZoneOf(String(number).padStart(5, '0'));
        expect(toLocalDay(zone, new Date())).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      }),
    );
  });

  it('refuses what is no ZIP', () => expect(() => timeZoneOf('9000')).toThrow(RangeError));
});

describe('dayIn', () => {
  it.each([
    ['America/New_York', '2026-11-24T04:59:59Z', '2026-11-23'],
    ['America/New_York', '2026-11-24T05:00:00Z', '2026-11-24'],
    ['Pacific/Honolulu', '2026-11-24T09:59:59Z', '2026-11-23'],
    ['Pacific/Guam', '2026-11-23T14:00:00Z', '2026-11-24'],
    // The nights on which clocks change.
    ['America/Los_Angeles', '2026-03-08T07:59:59Z', '2026-03-07'],
    ['America/Los_Angeles', '2026-03-09T06:59:59Z', '2026-03-08'],
    ['America/Los_Angeles', '2026-11-02T07:59:59Z', '2026-11-01'],
  ])('in %s at %s is %s', (zone, at, day) => expect(toLocalDay(zone, new Date(at))).toBe(day));
});
