import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  isEmail,
  IsIn,
  IsInt,
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
  type ValidationArguments,
} from 'class-validator';
import { FREIGHT_CLASSES } from '../../../domain/freight-classes.js';
import type { ErrorCode } from '../errors/errors.js';
import { describeSentValue } from './metric.js';
import { isPrintable, buildPrintablePattern, UNPRINTABLE_MESSAGE } from './printable.js';

export const MAX_TEXT = 255;
/** RFC 3696, erratum 1690. */
const MAX_EMAIL = 254;
export const MAX_ID = Number.MAX_SAFE_INTEGER;

export interface FieldOptions {
  optional?: boolean;
  nullable?: boolean;
  missing?: string;
  example?: unknown;
}

/** Declares a validated and documented request field: first its presence, then its rules in order. */
export function field(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  const { optional = false, nullable = false, example } = options;
  return applyDecorators(
    buildPresenceRule(options),
    ...rules,
    ApiProperty({
      ...schema,
      required: !optional,
      ...(nullable && { nullable }),
      ...(example !== undefined && { example }),
    } as ApiPropertyOptions),
  );
}

function buildPresenceRule({ optional, nullable, missing }: FieldOptions): PropertyDecorator {
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

/** Adds a rule with a message; a function builds the message on demand. */
export function rule(
  name: string,
  check: (value: unknown, object: Record<string, unknown>) => boolean,
  message: string | ((object: Record<string, unknown>) => string),
  code: ErrorCode = 'invalid_value',
): PropertyDecorator {
  return ValidateBy(
    {
      name,
      validator: {
        validate: (value, args) => check(value, (args?.object ?? {}) as Record<string, unknown>),
        defaultMessage: (args) =>
          typeof message === 'string' ? message : message((args?.object ?? {}) as Record<string, unknown>),
      },
    },
    { context: { code } },
  );
}

/** A rule that involves other fields of the object, which JSON Schema cannot express. */
export function crossFieldRule(
  name: string,
  check: (value: unknown, object: Record<string, unknown>) => boolean,
  message: string | ((object: Record<string, unknown>) => string),
): PropertyDecorator {
  return rule(name, check, message, 'conflicting_values');
}

/** Placed above a required field: makes it optional if `other` is sent. */
export function RequiredWithout(other: string): PropertyDecorator {
  return applyDecorators(
    ValidateIf(
      (object: Record<string, unknown>, value) => value !== undefined || object[other] === undefined,
    ),
    ApiPropertyOptional(),
  );
}

export interface TextOptions extends FieldOptions {
  max?: number;
  min?: number;
  lines?: boolean;
  /** Schema keywords beyond the length, if a service checks the rule. */
  says?: { pattern: string };
}

/** Text of 1 to `max` printable characters that is not blank. */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const { max = MAX_TEXT, min = options.optional ? 0 : 1, lines = false, says } = options;
  const pattern = buildPrintablePattern({ lines, blank: min === 0 });
  return field(
    options,
    { type: String, ...(min > 0 && { minLength: min }), maxLength: max, pattern, ...says },
    IsString(),
    ...(min > 0
      ? [Length(min, max), Matches(/\S/, { message: '$property must not be blank' })]
      : [MaxLength(max)]),
    rule(
      'isPrintable',
      (value) => typeof value !== 'string' || isPrintable(value, { lines }),
      `$property ${UNPRINTABLE_MESSAGE}`,
    ),
  );
}

export function Choice(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: String, enum: [...values] }, IsIn(values));
}

/** The resolution of scales and tape measures, in pounds and inches. */
const MIN_MEASURE = 0.1;

function Measure(max: number, options: FieldOptions, unit: string): PropertyDecorator {
  return field(
    options,
    { type: Number, minimum: MIN_MEASURE, maximum: max },
    IsNumber({ allowInfinity: true }),
    Min(MIN_MEASURE, { message: withSentValue(`must be at least ${MIN_MEASURE} ${unit}`) }),
    Max(max, { message: withSentValue(`must not be greater than ${max.toLocaleString('en-US')} ${unit}`) }),
  );
}

function withSentValue(limit: string) {
  return ({ object, property }: ValidationArguments) =>
    `$property${describeSentValue(object, property)} ${limit}`;
}

/** Pounds, 0.1 to 100,000. */
export function Pounds(options: FieldOptions = {}): PropertyDecorator {
  return Measure(100_000, options, 'pounds');
}

/** Inches, 0.1 to 1,200. */
export function Inches(options: FieldOptions = {}): PropertyDecorator {
  return Measure(1_200, options, 'inches');
}

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

export function Whole(min: number, max: number, options: FieldOptions = {}): PropertyDecorator {
  const message = `$property must be a whole number from ${min} to ${max}`;
  return field(
    options,
    { type: 'integer', minimum: min, maximum: max },
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
}

/** A percentage from 0 to `max` with at most two decimals. */
export function Percent({
  max = 1_000,
  ...options
}: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const message = `$property must be a percentage from 0 to ${max.toLocaleString('en-US')} with at most two decimals`;
  return field(
    options,
    { type: Number, minimum: 0, maximum: max, multipleOf: 0.01 },
    IsNumber({}, { message }),
    rule('inHundredths', (value) => Math.round(Number(value) * 100) / 100 === value, message),
    Min(0, { message }),
    Max(max, { message }),
  );
}

export function Id(options: FieldOptions = {}): PropertyDecorator {
  return Whole(0, MAX_ID, options);
}

/** An amount in integer cents from `min`, by default 0. */
export function Cents({ min = 0, ...options }: FieldOptions & { min?: number } = {}): PropertyDecorator {
  return Whole(min, 1_000_000_000_000, options);
}

export function Email(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, format: 'email', maxLength: MAX_EMAIL },
    IsString(),
    MaxLength(MAX_EMAIL),
    // class-validator's own IsEmail throws for lone surrogates.
    rule('isEmail', isValidEmail, '$property must be an email address'),
  );
}

function isValidEmail(value: unknown): boolean {
  // class-validator allows line breaks in a quoted local part, which would start a new mail header.
  return typeof value === 'string' && value.isWellFormed() && isPrintable(value) && isEmail(value);
}

export function Nested(type: new () => object, options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: () => type },
    IsObject(),
    ValidateNested(),
    Type(() => type),
  );
}

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
