import { describe, expect, it } from '@jest/globals';
import { EndpointLaps } from './endpoint-laps.js';

const NOBODY = { organizations: [], sizes: [], others: 100 };
const ALL = { organization: null, endpoints: null };

describe('EndpointLaps', () => {
  it('has nothing to go on with where one claim looks at all', () => {
    const laps = new EndpointLaps();
    laps.note(NOBODY, 5, ALL);
    expect(laps.place).toEqual({ organization: 0, organizations: [], endpoints: [] });
    expect(laps.unfinished).toBe(false);
  });

  it('goes on behind the last endpoint that was looked at, until the lap ends', () => {
    const laps = new EndpointLaps();
    laps.note(NOBODY, 0, { organization: null, endpoints: { 7: 100 } });
    expect(laps.place).toEqual({ organization: 0, organizations: [7], endpoints: [100] });
    expect(laps.unfinished).toBe(true);
    laps.note(NOBODY, 0, { organization: null, endpoints: { 7: 200 } });
    expect(laps.place.endpoints).toEqual([200]);
    laps.note(NOBODY, 0, ALL);
    expect(laps.unfinished).toBe(false);
  });

  it('goes on behind the last organization, and leaves the places of those it did not come to', () => {
    const laps = new EndpointLaps();
    laps.note(NOBODY, 0, { organization: 50, endpoints: { 7: 100 } });
    laps.note(NOBODY, 0, { organization: 90, endpoints: { 60: 900 } });
    expect(laps.place).toEqual({ organization: 90, organizations: [7, 60], endpoints: [100, 900] });
    laps.note(NOBODY, 0, ALL);
    laps.note(NOBODY, 0, ALL);
    expect(laps.place).toEqual({ organization: 0, organizations: [], endpoints: [] });
    expect(laps.unfinished).toBe(false);
  });

  it('makes another lap after one that found something, and none after one that did not', () => {
    const laps = new EndpointLaps();
    laps.note(NOBODY, 3, { organization: null, endpoints: { 7: 100 } });
    laps.note(NOBODY, 0, ALL);
    expect(laps.unfinished).toBe(true);
    laps.note(NOBODY, 0, { organization: 7, endpoints: null });
    laps.note(NOBODY, 0, ALL);
    expect(laps.unfinished).toBe(false);
  });

  it('keeps the place of an organization that has all that it may have', () => {
    const laps = new EndpointLaps();
    laps.note(NOBODY, 100, { organization: null, endpoints: { 7: 100, 8: 40 } });
    laps.note({ organizations: [7], sizes: [0], others: 66 }, 1, ALL);
    expect(laps.place).toEqual({ organization: 0, organizations: [7], endpoints: [100] });
    expect(laps.unfinished).toBe(true);
  });
});
