import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { field, rule, type FieldOptions } from '../../platform/http/contract/fields.js';
import { buildPrintablePattern } from '../../platform/http/contract/printable.js';
import { conflictingParam } from '../../platform/http/errors/api-error.js';

const MAX_METADATA_KEYS = 50;
const MAX_KEY = 40;
const MAX_VALUE = 500;

/** A change to metadata: text sets a key, null removes it. */
export type MetadataChange = Record<string, string | null>;

const PRINTABLE = buildPrintablePattern({ lines: false, blank: true });
const VALUE = { type: 'string', maxLength: MAX_VALUE, pattern: PRINTABLE } as const;
const SCHEMA = {
  type: 'object',
  maxProperties: MAX_METADATA_KEYS,
  propertyNames: { minLength: 1, maxLength: MAX_KEY, pattern: PRINTABLE },
  additionalProperties: VALUE,
  example: { region: 'west' },
} as const;

/** Declares a body field of up to 50 keys with text values. `removable` also accepts null as a value. */
export function Metadata({
  removable = false,
  ...options
}: FieldOptions & { removable?: boolean }): PropertyDecorator {
  return applyDecorators(
    // Copies the object as sent: class-transformer would drop keys such as `toString`.
    Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]),
    field(
      options,
      { ...SCHEMA, additionalProperties: { ...VALUE, ...(removable && { nullable: true }) } },
      rule('isMap', isPlainObject, '$property must be an object'),
      rule(
        'fewKeys',
        (value) => Object.keys(value as object).length <= MAX_METADATA_KEYS,
        `$property must have at most ${MAX_METADATA_KEYS} keys`,
      ),
      rule(
        'shortKeys',
        (value) => Object.keys(value as object).every((key) => key.length > 0 && key.length <= MAX_KEY),
        `each key of $property must have 1 to ${MAX_KEY} characters`,
      ),
      rule(
        'textValues',
        (value) => Object.values(value as object).every((text) => isMetadataValue(text, removable)),
        `each value of $property must be text of at most ${MAX_VALUE} characters`,
      ),
    ),
  );
}

export function MetadataAnswer(): PropertyDecorator {
  return ApiProperty(SCHEMA);
}

/** Applies a change to stored metadata; null removes every key. @throws ApiError conflicting_values above 50 keys */
export function mergeMetadata(
  stored: Record<string, string>,
  change: MetadataChange | null,
): Record<string, string> {
  if (change === null) return {};
  const merged = new Map<string, string | null>([...Object.entries(stored), ...Object.entries(change)]);
  const kept = [...merged].filter((entry): entry is [string, string] => entry[1] !== null);
  if (kept.length <= MAX_METADATA_KEYS) return Object.fromEntries(kept);
  throw conflictingParam(
    'metadata',
    `metadata must have at most ${MAX_METADATA_KEYS} keys. Remove keys first.`,
  );
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMetadataValue(value: unknown, removable: boolean): boolean {
  return (removable && value === null) || (typeof value === 'string' && value.length <= MAX_VALUE);
}
