import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { CarrierAdapter } from './carrier-adapter.js';
import { ConnectionRefused } from './connection-refused.js';

/** An account's settings as the adapter's own class. @throws ConnectionRefused with a sentence for each field at fault */
export function parseSettings(adapter: Pick<CarrierAdapter, 'settings'>, plain: unknown): object {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    throw new ConnectionRefused('The settings must be a JSON object.');
  }
  const settings = plainToInstance(adapter.settings, plain);
  const errors = validateSync(settings, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
  });
  if (errors.length > 0) throw new ConnectionRefused(errors.flatMap((error) => sentences(error)).join(' '));
  return settings;
}

/** One for each field; a value is never repeated, it may be a secret. */
function sentences({ property, constraints = {}, children = [] }: ValidationError, path = ''): string[] {
  const field = `${path}${property}`;
  // The decorator that stands first says the most: what kind of value it is.
  const broken = Object.entries(constraints).at(-1);
  const nested = children.flatMap((child) => sentences(child, `${field}.`));
  if (!broken) return nested;
  const [rule, message] = broken;
  if (rule === 'whitelistValidation') return [`${field} is not a setting of this adapter.`, ...nested];
  const said = message.startsWith(property) ? `${path}${message}` : `${field}: ${message}`;
  return [`${said.replace(/\.$/, '')}.`, ...nested];
}
