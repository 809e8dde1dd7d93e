import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { advanceProgress, type TrackingProgress } from './tracking-progress.js';
import { JOURNEY, TRACKING_STATUSES, type TrackingStatus } from '../../domain/tracking-status.js';

const START: TrackingProgress = { status: 'pending', furthest: 'pending', since: null };

/** The statuses entered by scans given as [status, hour]. */
function entered(...scans: [TrackingStatus, number][]): TrackingStatus[] {
  const statuses: TrackingStatus[] = [];
  let progress = START;
  for (const [status, hour] of scans) {
    const next = advanceProgress(progress, { status, occurredAt: new Date(hour * 3_600_000) });
    if (next.status !== progress.status) statuses.push(next.status);
    progress = next;
  }
  return statuses;
}

describe('tracking progress', () => {
  it('enters each status of the journey once', () => {
    expect(
      entered(
        ['picked_up', 1],
        ['in_transit', 2],
        ['in_transit', 3],
        ['out_for_delivery', 4],
        ['delivered', 5],
      ),
    ).toEqual(['picked_up', 'in_transit', 'out_for_delivery', 'delivered']);
  });

  it('ignores scans that arrive late', () => {
    expect(entered(['in_transit', 5], ['picked_up', 1], ['exception', 4], ['pending', 6])).toEqual([
      'in_transit',
    ]);
  });

  it('never leaves delivered or cancelled', () => {
    expect(entered(['delivered', 5], ['exception', 6], ['cancelled', 7])).toEqual(['delivered']);
    expect(entered(['cancelled', 1], ['picked_up', 2])).toEqual(['cancelled']);
  });

  it('leaves an exception only with a later scan of the furthest leg', () => {
    expect(
      entered(
        ['out_for_delivery', 1],
        ['exception', 2],
        ['exception', 3],
        ['in_transit', 4],
        ['out_for_delivery', 5],
      ),
    ).toEqual(['out_for_delivery', 'exception', 'out_for_delivery']);
  });

  it('keeps an exception when an older scan arrives late, and remembers the furthest leg', () => {
    expect(entered(['picked_up', 1], ['exception', 5], ['in_transit', 3], ['picked_up', 6])).toEqual([
      'picked_up',
      'exception',
    ]);
    expect(entered(['exception', 5], ['delivered', 4])).toEqual(['exception', 'delivered']);
  });

  it('never moves back for any scans in any order', () => {
    const scan = fc.tuple(fc.constantFrom(...TRACKING_STATUSES), fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(fc.array(scan), (scans) => {
        const legs = entered(...scans).filter((status) => status !== 'exception' && status !== 'cancelled');
        const ranks = legs.map((status) => (JOURNEY as readonly string[]).indexOf(status));
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      }),
    );
  });
});
