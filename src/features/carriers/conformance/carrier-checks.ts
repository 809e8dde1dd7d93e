import { bookingChecks } from './booking-checks.js';
import { documentChecks } from './document-checks.js';
import { rateChecks } from './rate-checks.js';
import { settingsChecks } from './settings-checks.js';
import type { CarrierCheck, ConformanceSubject } from './subject.js';
import { trackingChecks } from './tracking-checks.js';
import { transportChecks } from './transport-checks.js';

/**
 * The port's rules as checks that any test framework can run, one after the other:
 * `for (const { name, run } of carrierChecks(subject)) test(name, run)`. A call the adapter doesn't have is not checked.
 */
export function carrierChecks<Settings extends object>(
  subject: ConformanceSubject<Settings>,
): CarrierCheck[] {
  const any = subject as unknown as ConformanceSubject;
  const checks = [
    ...settingsChecks(any),
    ...rateChecks(any),
    ...bookingChecks(any),
    ...trackingChecks(any),
    ...documentChecks(any),
    ...transportChecks(any),
  ];
  return checks.map(({ name, run }) => ({ name, run: () => withNormalBehavior(any, run) }));
}

/** Each check finds a carrier that behaves. */
async function withNormalBehavior({ fake }: ConformanceSubject, run: () => Promise<void>): Promise<void> {
  if (fake) fake.behaviour = 'normal';
  try {
    await run();
  } finally {
    if (fake) fake.behaviour = 'normal';
  }
}
