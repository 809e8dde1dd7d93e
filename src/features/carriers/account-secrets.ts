import 'reflect-metadata';
import { isSecretSetting } from './setting.js';

type SettingsClass = new () => object;

/** User names and account numbers: no secrets, but the call log must not store them. */
const ACCOUNT_IDENTIFIER = /^(user|login|client|account)_?(name|id|number)?$/i;

/** Returns every secret, user name and account number in the settings, nested ones included. */
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

/** Returns the class of nested settings; Object if there is none, so that names alone decide. */
function resolveSettingsClass(type: SettingsClass, name: string): SettingsClass {
  const kind: unknown = Reflect.getMetadata('design:type', type.prototype as object, name);
  return typeof kind === 'function' && 'prototype' in kind ? (kind as SettingsClass) : Object;
}
