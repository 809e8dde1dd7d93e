import 'reflect-metadata';
import { isSecret } from './setting.js';

type Settings = new () => object;

/** Who signs in and who pays: no secret by itself, but nobody's to read in a log of calls. */
const WHOSE = /^(user|login|client|account)_?(name|id|number)?$/i;

/** Texts of an account that may be kept nowhere: its secrets, users and numbers, however deep they stand. */
export function accountSecrets(type: Settings, settings: object): string[] {
  return Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
    const hidden = isSecret(type, name) || WHOSE.test(name);
    if (typeof value === 'object' && value !== null)
      return hidden ? textsIn(value) : accountSecrets(kindOf(type, name), value);
    return hidden && typeof value === 'string' ? [value] : [];
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' ? [value] : [];
}

/** The class of nested settings; where there is none, their names have to tell. */
function kindOf(type: Settings, name: string): Settings {
  const kind: unknown = Reflect.getMetadata('design:type', type.prototype as object, name);
  return typeof kind === 'function' && 'prototype' in kind ? (kind as Settings) : Object;
}
