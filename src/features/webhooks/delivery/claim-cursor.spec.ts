import { describe, expect, it } from '@jest/globals';
import { ClaimCursor } from './claim-cursor.js';

const NOBODY = { organizations: [], limits: [], defaultLimit: 100 };
const ALL = { organization: null, endpoints: null };

describe('ClaimCursor', () => {
  it('has nothing to go on with where one claim looks at all', () => {
    const laps = new ClaimCursor();
    laps.advance(NOBODY, 5, ALL);
    expect(laps.position).toEqual({ organization: 0, organizations: [], endpoints: [] });
    expect(laps.isUnfinished).toBe(false);
  });

  it('goes on behind the last endpoint that was looked at, until the lap ends', () => {
    const laps = new ClaimCursor();
    laps.advance(NOBODY, 0, { organization: null, endpoints: { 7: 100 } });
    expect(laps.position).toEqual({ organization: 0, organizations: [7], endpoints: [100] });
    expect(laps.isUnfinished).toBe(true);
    laps.advance(NOBODY, 0, { organization: null, endpoints: { 7: 200 } });
    expect(laps.position.endpoints).toEqual([200]);
    laps.advance(NOBODY, 0, ALL);
    expect(laps.isUnfinished).toBe(false);
  });

  it('goes on behind the last organization, and leaves the places of those it did not come to', () => {
    const laps = new ClaimCursor();
    laps.advance(NOBODY, 0, { organization: 50, endpoints: { 7: 100 } });
    laps.advance(NOBODY, 0, { organization: 90, endpoints: { 60: 900 } });
    expect(laps.position).toEqual({ organization: 90, organizations: [7, 60], endpoints: [100, 900] });
    laps.advance(NOBODY, 0, ALL);
    laps.advance(NOBODY, 0, ALL);
    expect(laps.position).toEqual({ organization: 0, organizations: [], endpoints: [] });
    expect(laps.isUnfinished).toBe(false);
  });

  it('makes another lap after one that found something, and none after one that did not', () => {
    const laps = new ClaimCursor();
    laps.advance(NOBODY, 3, { organization: null, endpoints: { 7: 100 } });
    laps.advance(NOBODY, 0, ALL);
    expect(laps.isUnfinished).toBe(true);
    laps.advance(NOBODY, 0, { organization: 7, endpoints: null });
    laps.advance(NOBODY, 0, ALL);
    expect(laps.isUnfinished).toBe(false);
  });

  it('keeps the place of an organization that has all that it may have', () => {
    const laps = new ClaimCursor();
    laps.advance(NOBODY, 100, { organization: null, endpoints: { 7: 100, 8: 40 } });
    laps.advance({ organizations: [7], limits: [0], defaultLimit: 66 }, 1, ALL);
    expect(laps.position).toEqual({ organization: 0, organizations: [7], endpoints: [100] });
    expect(laps.isUnfinished).toBe(true);
  });
});
