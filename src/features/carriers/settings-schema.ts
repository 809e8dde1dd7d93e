import { getMetadataStorage } from 'class-validator';
import 'reflect-metadata';
import { isSecretSetting, getSettingMetadata } from './setting.js';

export type JsonSchema = Record<string, unknown>;
type SettingsClass = new () => object;

/** JSON Schema of class-validator's rules. Rules without an entry apply only when the carrier is connected. */
const RULE_SCHEMAS: Record<string, (constraints: unknown[]) => JsonSchema> = {
  isInt: () => ({ type: 'integer' }),
  isPositive: () => ({ exclusiveMinimum: 0 }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  isLength: ([minLength, maxLength]) => ({ minLength, maxLength }),
  minLength: ([minLength]) => ({ minLength }),
  maxLength: ([maxLength]) => ({ maxLength }),
  matches: ([pattern]) => ({ pattern: (pattern as RegExp).source }),
  isIn: ([words]) => ({ enum: words }),
  isUrl: () => ({ format: 'uri' }),
  isEmail: () => ({ format: 'email' }),
};
const SCHEMA_TYPES = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Array, 'array'],
]);

/** Builds the JSON Schema (2020-12) of a settings class. One table here replaces a library with three dependencies. */
export function buildSettingsSchema(settings: SettingsClass): JsonSchema {
  const rules = groupRulesBySetting(settings);
  const required = [...rules].filter(([, own]) => !own.some(isCondition)).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      [...rules].map(([name, own]) => [name, buildPropertySchema(settings, name, own)]),
    ),
    required,
    additionalProperties: false,
  };
}

export function listUrlSettings(settings: SettingsClass): string[] {
  return [...groupRulesBySetting(settings)]
    .filter(([name, own]) => own.some((rule) => rule.name === 'isUrl') || name.endsWith('_url'))
    .map(([name]) => name);
}

/** Returns the settings that decide which address receives the secrets. */
export function listRoutingSettings(settings: SettingsClass): string[] {
  const steering = [...groupRulesBySetting(settings).keys()].filter(
    (name) => getSettingMetadata(settings, name).steers,
  );
  return [...listUrlSettings(settings), ...steering];
}

export function listSecretSettings(settings: SettingsClass): string[] {
  return [...groupRulesBySetting(settings).keys()].filter((name) => isSecretSetting(settings, name));
}

type ValidationRule = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

function isCondition({ type }: ValidationRule): boolean {
  return type === 'conditionalValidation';
}

function groupRulesBySetting(settings: SettingsClass): Map<string, ValidationRule[]> {
  const all = getMetadataStorage().getTargetValidationMetadatas(settings, '', false, false);
  return Map.groupBy(all, ({ propertyName }) => propertyName);
}

function buildPropertySchema(settings: SettingsClass, name: string, rules: ValidationRule[]): JsonSchema {
  const kind = Reflect.getMetadata('design:type', settings.prototype as object, name) as unknown;
  const { description } = getSettingMetadata(settings, name);
  if (rules.some(({ type }) => type === 'nestedValidation') && !SCHEMA_TYPES.has(kind))
    return { ...buildSettingsSchema(kind as SettingsClass), ...(description && { description }) };
  return Object.assign(
    { ...(description && { description }), ...(SCHEMA_TYPES.has(kind) && { type: SCHEMA_TYPES.get(kind) }) },
    ...rules.map((rule) => RULE_SCHEMAS[rule.name ?? '']?.(rule.constraints as unknown[])),
    isSecretSetting(settings, name) && { writeOnly: true, format: 'password' },
  ) as JsonSchema;
}

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

/** Names of settings that say who the account belongs to. */
const PRIVATE_SETTING =
  /user|login|client|account|name|email|phone|street|address|city|zip|key|scope|_id$|number/i;

/** Shorter texts are codes, e.g. of a pallet. */
const MIN_FREE_TEXT_LENGTH = 6;

/** Returns every text in the settings that a recording must not have: all but choices and codes. */
export function collectPrivateTexts(type: SettingsClass, settings: object): string[] {
  const properties = buildSettingsSchema(type).properties as Record<string, JsonSchema>;
  return Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null)
      return collectPrivateTexts(resolveSettingsClass(type, name), value);
    const { enum: choices, pattern, writeOnly } = properties[name] ?? {};
    const isCode = pattern !== undefined || String(value).length < MIN_FREE_TEXT_LENGTH;
    const isFixed = choices !== undefined || (isCode && !PRIVATE_SETTING.test(name));
    return typeof value === 'string' && (writeOnly || !isFixed) ? [value] : [];
  });
}

/** Returns the flags and choices in the settings. */
export function pickChoices(type: SettingsClass, settings: object): Record<string, unknown> {
  const properties = buildSettingsSchema(type).properties as Record<string, JsonSchema>;
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => typeof value === 'boolean' || properties[name]?.enum !== undefined,
    ),
  );
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
