import { describe, expect, it } from '@jest/globals';
import { endOfDay, formatLocalTime, formatUtcMinute, parseZonedTime, toLocalDay } from './local-time.js';

describe('local times', () => {
  it.each([
    ['America/Los_Angeles', '2026-11-24T17:05:00Z', '09:05'],
    ['America/New_York', '2026-07-01T04:00:00Z', '00:00'],
    ['Pacific/Guam', '2026-07-01T15:30:00Z', '01:30'],
  ])('formatLocalTime returns the time in %s', (zone, at, time) =>
    expect(formatLocalTime(zone, new Date(at))).toBe(time),
  );

  it.each([
    ['2026-11-24', 'America/Los_Angeles', '2026-11-25T08:00:00.000Z'],
    ['2026-07-01', 'America/New_York', '2026-07-02T04:00:00.000Z'],
    ['2026-03-08', 'America/Chicago', '2026-03-09T05:00:00.000Z'],
    ['2026-11-01', 'America/Chicago', '2026-11-02T06:00:00.000Z'],
    ['2026-12-31', 'Pacific/Guam', '2026-12-31T14:00:00.000Z'],
  ])('endOfDay returns the end of %s in %s', (day, zone, at) =>
    expect(endOfDay(day, zone).toISOString()).toBe(at),
  );

  it('formatUtcMinute truncates to the minute', () => {
    expect(formatUtcMinute(new Date('2026-11-24T23:59:59.999Z'))).toBe('Nov 24, 2026, 11:59 PM UTC');
  });
});

describe('toLocalDay', () => {
  it.each([
    ['America/New_York', '2026-11-24T04:59:59Z', '2026-11-23'],
    ['America/New_York', '2026-11-24T05:00:00Z', '2026-11-24'],
    ['Pacific/Honolulu', '2026-11-24T09:59:59Z', '2026-11-23'],
    ['Pacific/Guam', '2026-11-23T14:00:00Z', '2026-11-24'],
    // The nights on which clocks change.
    ['America/Los_Angeles', '2026-03-08T07:59:59Z', '2026-03-07'],
    ['America/Los_Angeles', '2026-03-09T06:59:59Z', '2026-03-08'],
    ['America/Los_Angeles', '2026-11-02T07:59:59Z', '2026-11-01'],
  ])('returns the local day in %s at %s: %s', (zone, at, day) =>
    expect(toLocalDay(zone, new Date(at))).toBe(day),
  );
});

it.each([
  ['2026-03-02T17:30:00', 'America/New_York', '2026-03-02T22:30:00.000Z'],
  ['2026-11-01T01:30:00', 'America/Chicago', '2026-11-01T06:30:00.000Z'],
  ['2026-11-24', 'America/Chicago', undefined],
])('parseZonedTime reads %s in %s as %s', (local, zone, at) =>
  expect(parseZonedTime(local, zone)?.toISOString()).toBe(at),
);
