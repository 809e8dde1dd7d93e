import assert from 'node:assert/strict';
import { parseTracking } from '../parse-tracking.js';
import { deepFreeze, NEVER_ABORTED } from './expectations.js';
import type { CarrierCheck, ConformanceSubject } from './subject.js';

/** What scans promise. */
export function trackingChecks(subject: ConformanceSubject): CarrierCheck[] {
  const { account, tracked } = subject;
  if (!subject.adapter().track || !tracked) return [];
  const track = () => subject.adapter().track!(tracked.proNumber, deepFreeze(account), NEVER_ABORTED);
  return [
    {
      name: 'tracking: every scan makes sense',
      async run() {
        const raw = await track();
        const { scans } = parseTracking(raw);
        assert.ok(scans.length > 0, 'the sample has no scans');
        assert.equal(scans.length, raw.scans.length, 'a scan has no known status or no moment');
        for (const { description } of scans) assert.notEqual(description, '', 'a scan says nothing');
      },
    },
    {
      name: 'tracking: scans happened when the carrier says, whatever the time zone of this machine',
      async run() {
        const times = parseTracking(await track()).scans.map(({ occurredAt }) => occurredAt.getTime());
        assert.deepEqual(
          times.sort((a, b) => a - b),
          tracked.instants.map((instant) => new Date(instant).getTime()),
        );
      },
    },
  ];
}
