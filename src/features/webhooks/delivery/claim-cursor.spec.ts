import { describe, expect, it } from '@jest/globals';
import { ClaimCursor } from './claim-cursor.js';

const NO_LIMITS = { organizations: [], limits: [], defaultLimit: 100 };
const END = { organization: null, endpoints: null };

describe('ClaimCursor', () => {
  it('stays at the start if one claim scans everything', () => {
    const cursor = new ClaimCursor();
    cursor.advance(NO_LIMITS, 5, END);
    expect(cursor.position).toEqual({ organization: 0, organizations: [], endpoints: [] });
    expect(cursor.isUnfinished).toBe(false);
  });

  it('continues after the last scanned endpoint until the cycle ends', () => {
    const cursor = new ClaimCursor();
    cursor.advance(NO_LIMITS, 0, { organization: null, endpoints: { 7: 100 } });
    expect(cursor.position).toEqual({ organization: 0, organizations: [7], endpoints: [100] });
    expect(cursor.isUnfinished).toBe(true);
    cursor.advance(NO_LIMITS, 0, { organization: null, endpoints: { 7: 200 } });
    expect(cursor.position.endpoints).toEqual([200]);
    cursor.advance(NO_LIMITS, 0, END);
    expect(cursor.isUnfinished).toBe(false);
  });

  it('continues after the last scanned tenant and keeps the positions of tenants not scanned', () => {
    const cursor = new ClaimCursor();
    cursor.advance(NO_LIMITS, 0, { organization: 50, endpoints: { 7: 100 } });
    cursor.advance(NO_LIMITS, 0, { organization: 90, endpoints: { 60: 900 } });
    expect(cursor.position).toEqual({ organization: 90, organizations: [7, 60], endpoints: [100, 900] });
    cursor.advance(NO_LIMITS, 0, END);
    cursor.advance(NO_LIMITS, 0, END);
    expect(cursor.position).toEqual({ organization: 0, organizations: [], endpoints: [] });
    expect(cursor.isUnfinished).toBe(false);
  });

  it('starts another cycle after one that found deliveries, and none after an empty one', () => {
    const cursor = new ClaimCursor();
    cursor.advance(NO_LIMITS, 3, { organization: null, endpoints: { 7: 100 } });
    cursor.advance(NO_LIMITS, 0, END);
    expect(cursor.isUnfinished).toBe(true);
    cursor.advance(NO_LIMITS, 0, { organization: 7, endpoints: null });
    cursor.advance(NO_LIMITS, 0, END);
    expect(cursor.isUnfinished).toBe(false);
  });

  it('keeps the position of a tenant without capacity', () => {
    const cursor = new ClaimCursor();
    cursor.advance(NO_LIMITS, 100, { organization: null, endpoints: { 7: 100, 8: 40 } });
    cursor.advance({ organizations: [7], limits: [0], defaultLimit: 66 }, 1, END);
    expect(cursor.position).toEqual({ organization: 0, organizations: [7], endpoints: [100] });
    expect(cursor.isUnfinished).toBe(true);
  });
});
