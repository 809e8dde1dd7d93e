import assert from 'node:assert/strict';
import { parseSettings } from '../adapter-settings.js';
import { ConnectionRefused } from '../connection-refused.js';
import { parseTracking } from '../parse-tracking.js';
import { isPdf, parseJpegSize, parsePngSize } from '../../../domain/file-signatures.js';
import { CarrierDeclined, type CarrierDocumentType } from '../carrier-adapter.js';
import { parseDocuments } from '../parse-documents.js';
import { bookingChecks } from './booking-checks.js';
import { rateChecks } from './rate-checks.js';
import type { CarrierCheck, ConformanceSubject } from './subject.js';
import { transportChecks } from './transport-checks.js';
import { expectNoSecrets, captureError, deepFreeze, NEVER_ABORTED } from './expectations.js';

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

/** What an operator who connects the carrier is told. */
export function settingsChecks(subject: ConformanceSubject): CarrierCheck[] {
  const { account, requiredSettings } = subject;
  const parse = async (settings: object): Promise<object> => parseSettings(subject.adapter(), settings);
  const refuses = async (settings: object, field: string): Promise<void> => {
    const error = await captureError(() => parse(settings));
    assert.ok(error instanceof ConnectionRefused, 'the settings are not checked by class-validator');
    assert.ok(error.message.includes(field), `the refusal doesn't name ${field}: ${error.message}`);
    expectNoSecrets(subject, error);
  };
  return [
    {
      name: 'settings: those of the account are taken',
      async run() {
        const parsed = await parse(account.settings);
        assert.deepEqual(JSON.parse(JSON.stringify(parsed)), JSON.parse(JSON.stringify(account.settings)));
      },
    },
    {
      name: 'settings: an unknown field is refused by its name',
      run: () => refuses({ ...account.settings, no_such_setting: 1 }, 'no_such_setting'),
    },
    ...requiredSettings.map((name) => ({
      name: `settings: a missing ${name} is refused by its name`,
      run: () => refuses({ ...account.settings, [name]: undefined }, name),
    })),
  ];
}

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

/** What documents promise. */
export function documentChecks(subject: ConformanceSubject): CarrierCheck[] {
  const { account, documented } = subject;
  const { documents, documentTypes = [] } = subject.adapter();
  const declared: CarrierCheck = {
    name: 'documents: the types are declared where they can be asked for, and only there',
    run: () => Promise.resolve(assert.equal(documentTypes.length > 0, documents !== undefined)),
  };
  if (!documents || !documented) return [declared];
  const ask = async (type: CarrierDocumentType) =>
    parseDocuments(
      await subject.adapter().documents!(
        deepFreeze(documented.booked),
        type,
        deepFreeze(account),
        NEVER_ABORTED,
      ),
    );
  const checks = documentTypes.map((type): CarrierCheck => {
    if (!documented.types.includes(type)) {
      return {
        name: `documents: a ${type} that isn’t there yet is none, and no fault`,
        async run() {
          const none = (error: unknown) => (error instanceof CarrierDeclined ? [] : Promise.reject(error));
          assert.deepEqual(await ask(type).catch(none), []);
        },
      };
    }
    return {
      name: `documents: a ${type} is a whole file`,
      async run() {
        const files = await ask(type);
        assert.ok(files.length > 0, 'the sample has no file');
        for (const bytes of files)
          assert.ok(isPdf(bytes) || parsePngSize(bytes) || parseJpegSize(bytes), 'it is none');
      },
    };
  });
  return [declared, ...checks];
}
