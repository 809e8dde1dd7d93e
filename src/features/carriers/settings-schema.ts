import { getMetadataStorage } from 'class-validator';
import { isSecret, saidOf } from './setting.js';

export type JsonSchema = Record<string, unknown>;
type Settings = new () => object;

/** What a rule of class-validator says in JSON Schema; others are checked when the carrier is connected, and not told before. */
const RULES: Record<string, (constraints: unknown[]) => JsonSchema> = {
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
const TYPES = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Array, 'array'],
]);

/**
 * The JSON Schema (2020-12) of an adapter's settings, from the class that checks them. Our own: the library for this brings
 * three others, for what is one table here.
 */
export function schemaOf(settings: Settings): JsonSchema {
  const rules = rulesOf(settings);
  const required = [...rules].filter(([, own]) => !own.some(isCondition)).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries([...rules].map(([name, own]) => [name, propertyOf(settings, name, own)])),
    required,
    additionalProperties: false,
  };
}

/** The settings that say where the adapter calls. */
export function addressesAmong(settings: Settings): string[] {
  return [...rulesOf(settings)]
    .filter(([name, own]) => own.some((rule) => rule.name === 'isUrl') || name.endsWith('_url'))
    .map(([name]) => name);
}

/** The settings that decide where secrets go: addresses, and which of them is asked. */
export function steeringAmong(settings: Settings): string[] {
  const steering = [...rulesOf(settings).keys()].filter((name) => saidOf(settings, name).steers);
  return [...addressesAmong(settings), ...steering];
}

export function secretsAmong(settings: Settings): string[] {
  return [...rulesOf(settings).keys()].filter((name) => isSecret(settings, name));
}

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

function isCondition({ type }: Rule): boolean {
  return type === 'conditionalValidation';
}

/** The rules of each setting, by its name, in the order of the class. */
function rulesOf(settings: Settings): Map<string, Rule[]> {
  const all = getMetadataStorage().getTargetValidationMetadatas(settings, '', false, false);
  return Map.groupBy(all, ({ propertyName }) => propertyName);
}

function propertyOf(settings: Settings, name: string, rules: Rule[]): JsonSchema {
  const kind = Reflect.getMetadata('design:type', settings.prototype as object, name) as unknown;
  const { description } = saidOf(settings, name);
  if (rules.some(({ type }) => type === 'nestedValidation') && !TYPES.has(kind))
    return { ...schemaOf(kind as Settings), ...(description && { description }) };
  return Object.assign(
    { ...(description && { description }), ...(TYPES.has(kind) && { type: TYPES.get(kind) }) },
    ...rules.map((rule) => RULES[rule.name ?? '']?.(rule.constraints as unknown[])),
    isSecret(settings, name) && { writeOnly: true, format: 'password' },
  ) as JsonSchema;
}
