import assert from 'node:assert/strict';
import { parseSettings } from '../adapter-settings.js';
import { ConnectionRefused } from '../connection-refused.js';
import { expectNoSecrets, captureError } from './expectations.js';
import type { CarrierCheck, ConformanceSubject } from './subject.js';

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
