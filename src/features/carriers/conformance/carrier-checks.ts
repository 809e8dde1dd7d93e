import assert from 'node:assert/strict';
import { parseSettings } from '../adapter-settings.js';
import { ConnectionRefused } from '../connection-refused.js';
import { parseTracking } from '../parse-tracking.js';
import { isPdf, parseJpegSize, parsePngSize } from '../../../domain/file-signatures.js';
import { CarrierDeclined, type CarrierDocumentType } from '../carrier-adapter.js';
import { parseDocuments } from '../parse-documents.js';
import { bookingChecks } from './booking-checks.js';
import { rateChecks } from './rate-checks.js';
import {
  expectDecline,
  expectNoSecrets,
  captureError,
  deepFreeze,
  NEVER_ABORTED,
  type CarrierCheck,
  type ConformanceSubject,
} from './subject.js';
import { transportChecks } from './transport-checks.js';

/**
 * Returns the port's rules as checks for any test framework. Run them sequentially:
 * `for (const { name, run } of carrierChecks(subject)) test(name, run)`. Skips calls that the adapter does not have.
 */
export function carrierChecks<Settings extends object>(
  subject: ConformanceSubject<Settings>,
): CarrierCheck[] {
  const untyped = subject as unknown as ConformanceSubject;
  const checks = [
    ...settingsChecks(untyped),
    ...rateChecks(untyped),
    ...bookingChecks(untyped),
    ...trackingChecks(untyped),
    ...documentChecks(untyped),
    ...transportChecks(untyped),
  ];
  return checks.map(({ name, run }) => ({ name, run: () => withNormalBehavior(untyped, run) }));
}

async function withNormalBehavior({ fake }: ConformanceSubject, run: () => Promise<void>): Promise<void> {
  if (fake) fake.behaviour = 'normal';
  try {
    await run();
  } finally {
    if (fake) Object.assign(fake, { behaviour: 'normal', rewrite: null });
  }
}

export function settingsChecks(subject: ConformanceSubject): CarrierCheck[] {
  const { account, requiredSettings } = subject;
  const parse = async (settings: object): Promise<object> => parseSettings(subject.adapter(), settings);
  const refuses = async (settings: object, field: string): Promise<void> => {
    const error = await captureError(() => parse(settings));
    assert.ok(error instanceof ConnectionRefused, 'class-validator does not check the settings');
    assert.ok(error.message.includes(field), `the error does not name ${field}: ${error.message}`);
    expectNoSecrets(subject, error);
  };
  return [
    {
      name: 'settings: the settings of the account are valid',
      async run() {
        const parsed = await parse(account.settings);
        assert.deepEqual(JSON.parse(JSON.stringify(parsed)), JSON.parse(JSON.stringify(account.settings)));
      },
    },
    {
      name: 'settings: an unknown field is rejected by name',
      run: () => refuses({ ...account.settings, no_such_setting: 1 }, 'no_such_setting'),
    },
    ...requiredSettings.map((name) => ({
      name: `settings: a missing ${name} is rejected by name`,
      run: () => refuses({ ...account.settings, [name]: undefined }, name),
    })),
  ];
}

export function trackingChecks(subject: ConformanceSubject): CarrierCheck[] {
  const { account, tracked } = subject;
  if (!subject.adapter().track || !tracked) return [];
  const track = () => subject.adapter().track!(tracked.proNumber, deepFreeze(account), NEVER_ABORTED);
  return [
    {
      name: 'tracking: every scan is valid',
      async run() {
        const raw = await track();
        const { scans } = parseTracking(raw);
        assert.ok(scans.length > 0, 'the sample has no scans');
        assert.equal(scans.length, raw.scans.length, 'a scan has no known status or no time');
        for (const { description } of scans) assert.notEqual(description, '', 'a scan has no description');
      },
    },
    {
      name: 'tracking: the times of scans do not depend on the local time zone',
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

export function documentChecks(subject: ConformanceSubject): CarrierCheck[] {
  const { account, documented } = subject;
  const { documents, documentTypes = [] } = subject.adapter();
  const declared: CarrierCheck = {
    name: 'documents: the adapter declares types if and only if it has documents',
    run: () => Promise.resolve(assert.equal(documentTypes.length > 0, documents !== undefined)),
  };
  if (!documents || !documented) return [declared];
  const fetchDocuments = async (type: CarrierDocumentType) =>
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
        name: `documents: a missing ${type} is an empty list, not a fault`,
        async run() {
          const none = (error: unknown) => (error instanceof CarrierDeclined ? [] : Promise.reject(error));
          assert.deepEqual(await fetchDocuments(type).catch(none), []);
        },
      };
    }
    return {
      name: `documents: a ${type} is a complete file`,
      async run() {
        const files = await fetchDocuments(type);
        assert.ok(files.length > 0, 'the sample has no file');
        for (const bytes of files)
          assert.ok(
            isPdf(bytes) || parsePngSize(bytes) || parseJpegSize(bytes),
            'the file is not a complete PDF, PNG or JPEG',
          );
      },
    };
  });
  const { fake } = subject;
  if (!fake) return [declared, ...checks];
  const refused: CarrierCheck = {
    name: 'documents: a refusal of the carrier is a CarrierDeclined with its reason',
    async run() {
      fake.behaviour = 'decline';
      await expectDecline(subject, () => fetchDocuments(documented.types[0]!));
    },
  };
  return [declared, ...checks, refused];
}
