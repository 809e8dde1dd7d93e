import { describe, expect, it } from '@jest/globals';
import {
  formatNoon,
  parseClockTime,
  parseCityTime,
  formatWithOffset,
  roundToQuarterHour,
} from './carrier-local-time.js';

describe('carrier local times', () => {
  it.each([
    ['2026-12-01T16:30:00', 'Reno', 'NV', '2026-12-02T00:30:00.000Z'],
    ['2026-12-03T08:00:00', 'DENVER', 'CO', '2026-12-03T15:00:00.000Z'],
    ['2026-07-01T08:00:00', 'Phoenix', 'AZ', '2026-07-01T15:00:00.000Z'],
    ['2026-03-08T03:00:00', 'Chicago', 'IL', '2026-03-08T08:00:00.000Z'],
    ['2026-12-03T08:00:00', 'No Such City', 'NY', '2026-12-03T13:00:00.000Z'],
  ])('parseCityTime reads %s in %s, %s as %s', (local, city, state, instant) => {
    expect(parseCityTime(local, city, state)?.toISOString()).toBe(instant);
  });

  it('parseCityTime returns null for an unknown place or a malformed time', () => {
    expect(parseCityTime('2026-12-03T08:00:00', 'Denver', 'XX')).toBeNull();
    expect(parseCityTime('yesterday', 'Denver', 'CO')).toBeNull();
  });

  it.each([
    ['5:30 PM', '17:30:00'],
    ['12:05 am', '00:05:00'],
    ['17:30', '17:30:00'],
    ['08:00:59', '08:00:59'],
    ['', '00:00:00'],
  ])('parseClockTime reads "%s" as %s', (text, time) => expect(parseClockTime(text)).toBe(time));

  it('formatNoon and formatWithOffset add the UTC offset of the ZIP', () => {
    expect(formatNoon('2026-12-01', '90001')).toBe('2026-12-01T12:00:00-08:00');
    expect(formatWithOffset('2026-07-01T09:15:00', '60601')).toBe('2026-07-01T09:15:00-05:00');
  });

  it.each([
    ['10:05', Math.ceil, '10:15'],
    ['10:15', Math.ceil, '10:15'],
    ['16:50', Math.floor, '16:45'],
    ['23:55', Math.ceil, '23:45'],
  ])('roundToQuarterHour rounds %s to %s', (time, round, quarter) => {
    expect(roundToQuarterHour(time, round as typeof Math.ceil)).toBe(quarter);
  });
});
