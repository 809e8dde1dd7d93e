import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { buildFieldErrorsError, invalidParam } from '../../platform/http/errors/api-error.js';
import type { CarrierAdapter } from './carrier-adapter.js';
import { ConnectionRefused } from './connection-refused.js';

/** What a client calls them. */
export const SETTINGS_PARAM = 'settings';

/** What is wrong with one setting: a sentence that holds no value, which may be a secret. */
export interface SettingFault {
  name: string;
  sentence: string;
}

/** An account's settings as the adapter's own class. @throws ConnectionRefused with a sentence for each field at fault */
export function parseSettings(adapter: Pick<CarrierAdapter, 'settings'>, plain: unknown): object {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    const message = 'The settings must be a JSON object.';
    throw new ConnectionRefused(message, invalidParam(SETTINGS_PARAM, message));
  }
  // What is null is not set: an adapter's defaults are for what is absent.
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
  const told = faults.map(({ name, sentence }) => ({
    param: `${SETTINGS_PARAM}.${name}`,
    message: `${SETTINGS_PARAM}.${sentence}`,
  }));
  // Which settings there are goes by the adapter: the document's schema of the request can't say it.
  return new ConnectionRefused(
    faults.map(({ sentence }) => sentence).join(' '),
    buildFieldErrorsError(told, 'conflicting_values'),
  );
}

/** One for each field. */
function toSettingFaults(
  { property, constraints = {}, children = [] }: ValidationError,
  path = '',
): SettingFault[] {
  const name = `${path}${property}`;
  // The decorator that stands first says the most: what kind of value it is.
  const broken = Object.entries(constraints).at(-1);
  const nested = children.flatMap((child) => toSettingFaults(child, `${name}.`));
  if (!broken) return nested;
  const [rule, message] = broken;
  if (rule === 'whitelistValidation')
    return [{ name, sentence: `${name} is not a setting of this adapter.` }, ...nested];
  const said = message.startsWith(property) ? `${path}${message}` : `${name}: ${message}`;
  return [{ name, sentence: `${said.replace(/\.$/, '')}.` }, ...nested];
}
