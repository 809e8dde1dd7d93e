import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { FREIGHT_CLASSES } from '../vocabulary/freight-classes.js';
import { US_STATES } from '../vocabulary/states.js';
import { zipMatchesState } from '../vocabulary/zip-codes.js';

export const MAX_TEXT = 255;
export const MAX_ID = Number.MAX_SAFE_INTEGER;

export interface FieldOptions {
  /** May be left out. */
  optional?: boolean;
  /** May be null, which clears it. */
  nullable?: boolean;
  /** What the client reads when it is left out. */
  missing?: string;
  example?: unknown;
}

/** A validated, documented request field: presence first, then its rules in order. */
export function field(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  const { optional = false, nullable = false, example } = options;
  return applyDecorators(
    presence(options),
    ...rules,
    ApiProperty({
      ...schema,
      required: !optional,
      ...(nullable && { nullable }),
      ...(example !== undefined && { example }),
    } as ApiPropertyOptions),
  );
}

function presence({ optional, nullable, missing }: FieldOptions): PropertyDecorator {
  if (optional && nullable) return IsOptional();
  if (optional) return ValidateIf((_object, value) => value !== undefined);
  const required = rule('isRequired', (value) => value !== undefined, missing ?? '$property is required');
  return nullable
    ? applyDecorators(
        required,
        ValidateIf((_object, value) => value !== null),
      )
    : required;
}

/** A rule of our own, with the message the client reads. */
export function rule(
  name: string,
  check: (value: unknown, object: Record<string, unknown>) => boolean,
  message: string,
): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value, args) => check(value, (args?.object ?? {}) as Record<string, unknown>),
      defaultMessage: () => message,
    },
  });
}

/** Text of 1 to `max` characters that isn't only white space. */
export function Text(options: FieldOptions & { max?: number; min?: number } = {}): PropertyDecorator {
  const { max = MAX_TEXT, min = options.optional ? 0 : 1 } = options;
  return field(
    options,
    { type: String, ...(min > 0 && { minLength: min }), maxLength: max },
    IsString(),
    ...(min > 0
      ? [Length(min, max), Matches(/\S/, { message: '$property must not be blank' })]
      : [MaxLength(max)]),
  );
}

/** One of a fixed set of words. */
export function Choice(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: String, enum: [...values] }, IsIn(values));
}

/** A two-letter state; lower case is accepted. */
export function State(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, pattern: '^[A-Za-z]{2}$', example: options.example ?? 'CA' },
    Transform(({ value }) => (typeof value === 'string' ? value.toUpperCase() : (value as unknown))),
    IsString(),
    IsIn(US_STATES, { message: '$property must be a two-letter US state code' }),
  );
}

/** A ZIP of 5 digits or ZIP+4, in the state that stands beside it. */
export function Zip(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, minLength: 5, maxLength: 10, pattern: '^\\d{5}(-\\d{4})?$', example: '90001' },
    IsString(),
    Matches(/^\d{5}(-\d{4})?$/, { message: '$property must be a ZIP code such as 90001 or 90001-1234' }),
    rule(
      'zipInState',
      (zip, { state }) =>
        typeof state !== 'string' || !isState(state) || zipMatchesState(zip as string, state),
      '$property must be a ZIP code of the given state',
    ),
  );
}

function isState(text: string): boolean {
  return (US_STATES as readonly string[]).includes(text.toUpperCase());
}

/** A positive number of at most `max`. */
function Positive(max: number, options: FieldOptions, unit: string): PropertyDecorator {
  return field(
    options,
    { type: Number, exclusiveMinimum: 0, maximum: max } as unknown as ApiPropertyOptions,
    IsNumber(),
    rule('isAboveZero', (value) => (value as number) > 0, `$property must be greater than 0 ${unit}`),
    Max(max, { message: `$property must not be greater than ${max.toLocaleString('en-US')} ${unit}` }),
  );
}

/** Pounds, above 0 and up to 100,000. */
export function Pounds(options: FieldOptions = {}): PropertyDecorator {
  return Positive(100_000, options, 'pounds');
}

/** Inches, above 0 and up to 1,200. */
export function Inches(options: FieldOptions = {}): PropertyDecorator {
  return Positive(1_200, options, 'inches');
}

/** One of the 18 NMFC classes, as text: "92.5". */
export function NmfcClass(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, enum: [...FREIGHT_CLASSES], example: '92.5' },
    IsString(),
    IsIn(FREIGHT_CLASSES, { message: `$property must be an NMFC class: ${FREIGHT_CLASSES.join(', ')}` }),
  );
}

export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: Boolean }, IsBoolean());
}

/** A whole number from `min` to `max`. */
export function Whole(min: number, max: number, options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'integer', minimum: min, maximum: max }, IsInt(), Min(min), Max(max));
}

/** The integer id of another resource. */
export function Id(options: FieldOptions = {}): PropertyDecorator {
  return Whole(0, MAX_ID, options);
}

/** An amount in integer cents, 0 or more. */
export function Cents(options: FieldOptions = {}): PropertyDecorator {
  return Whole(0, 1_000_000_000_000, options);
}

export function Email(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, format: 'email', maxLength: MAX_TEXT },
    IsString(),
    MaxLength(MAX_TEXT),
    IsEmail({}, { message: '$property must be an email address' }),
  );
}

/** A calendar date or a timestamp, ISO 8601. */
export function IsoDate(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, maxLength: 35, example: '2026-11-24' },
    IsString(),
    MaxLength(35),
    Matches(/^\d{4}-\d{2}-\d{2}/, { message: '$property must be a date such as 2026-11-24, or a timestamp' }),
    IsISO8601({ strict: true, strictSeparator: true }),
  );
}

/** An object with a DTO of its own. */
export function Nested(type: new () => object, options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: () => type },
    IsObject(),
    ValidateNested(),
    Type(() => type),
  );
}

/** An array of `min` to `max` objects with a DTO of their own. */
export function ListOf(
  type: new () => object,
  { min = 0, max, ...options }: FieldOptions & { min?: number; max: number },
): PropertyDecorator {
  const tooFew = '$property must contain at least one item';
  return field(
    { ...options, ...(min > 0 && { missing: tooFew }) },
    { type: () => [type], ...(min > 0 && { minItems: min }), maxItems: max },
    IsArray(),
    ArrayMinSize(min, { message: tooFew }),
    ArrayMaxSize(max, { message: `$property must contain at most ${max} items` }),
    rule(
      'holdsObjects',
      (value) => (value as unknown[]).every(isObject),
      'each item of $property must be an object',
    ),
    ValidateNested({ each: true }),
    Type(() => type),
  );
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
