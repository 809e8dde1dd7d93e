import 'reflect-metadata';
import { isSecretSetting } from './setting.js';

type SettingsClass = new () => object;

/** Who signs in and who pays: no secret by itself, but nobody's to read in a log of calls. */
const ACCOUNT_IDENTIFIER = /^(user|login|client|account)_?(name|id|number)?$/i;

/** Texts of an account that may be kept nowhere: its secrets, users and numbers, however deep they stand. */
export function collectAccountSecrets(type: SettingsClass, settings: object): string[] {
  return Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
    const hidden = isSecretSetting(type, name) || ACCOUNT_IDENTIFIER.test(name);
    if (typeof value === 'object' && value !== null)
      return hidden ? collectTexts(value) : collectAccountSecrets(resolveSettingsClass(type, name), value);
    return hidden && typeof value === 'string' ? [value] : [];
  });
}

function collectTexts(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(collectTexts);
  return typeof value === 'string' ? [value] : [];
}

/** The class of nested settings; where there is none, their names have to tell. */
function resolveSettingsClass(type: SettingsClass, name: string): SettingsClass {
  const kind: unknown = Reflect.getMetadata('design:type', type.prototype as object, name);
  return typeof kind === 'function' && 'prototype' in kind ? (kind as SettingsClass) : Object;
}
