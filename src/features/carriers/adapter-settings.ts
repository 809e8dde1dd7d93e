import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { buildFieldErrorsError, invalidParam } from '../../platform/http/errors/api-error.js';
import type { CarrierAdapter } from './carrier-adapter.js';
import { ConnectionRefused } from './connection-refused.js';

export const SETTINGS_PARAM = 'settings';

/** An invalid setting. The sentence never contains the value, which may be a secret. */
export interface SettingFault {
  name: string;
  sentence: string;
}

/** Validates settings against the adapter's class. @throws ConnectionRefused with a sentence for each invalid field */
export function parseSettings(adapter: Pick<CarrierAdapter, 'settings'>, plain: unknown): object {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    const message = 'The settings must be a JSON object.';
    throw new ConnectionRefused(message, invalidParam(SETTINGS_PARAM, message));
  }
  // Null counts as absent, so that the adapter's defaults apply.
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== null));
  const settings = plainToInstance(adapter.settings, given);
  const errors = validateSync(settings, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
  });
  if (errors.length > 0) throw buildConnectionRefused(errors.flatMap((error) => toSettingFaults(error)));
  return settings;
}

export function buildConnectionRefused(faults: SettingFault[]): ConnectionRefused {
  const fieldErrors = faults.map(({ name, sentence }) => ({
    param: `${SETTINGS_PARAM}.${name}`,
    message: `${SETTINGS_PARAM}.${sentence}`,
  }));
  return new ConnectionRefused(
    faults.map(({ sentence }) => sentence).join(' '),
    buildFieldErrorsError(fieldErrors, 'conflicting_values'),
  );
}

function toSettingFaults(
  { property, constraints = {}, children = [] }: ValidationError,
  path = '',
): SettingFault[] {
  const name = `${path}${property}`;
  // class-validator lists the first decorator last; it names the type of the value.
  const broken = Object.entries(constraints).at(-1);
  const nested = children.flatMap((child) => toSettingFaults(child, `${name}.`));
  if (!broken) return nested;
  const [rule, message] = broken;
  if (rule === 'whitelistValidation')
    return [{ name, sentence: `${name} is not a setting of this adapter.` }, ...nested];
  const sentence = message.startsWith(property) ? `${path}${message}` : `${name}: ${message}`;
  return [{ name, sentence: `${sentence.replace(/\.$/, '')}.` }, ...nested];
}
