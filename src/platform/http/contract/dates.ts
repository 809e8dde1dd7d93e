import { ArrayMaxSize, ArrayUnique, IsArray, IsISO8601, IsString, Matches, MaxLength } from 'class-validator';
import { field, rule, type FieldOptions } from './fields.js';

/** Valid days of 1900 to 2099, leap days included. */
const DAY_SOURCE = [
  '(19|20)\\d{2}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))',
  '((19|20)(0[48]|[2468][048]|[13579][26])|2000)-02-29',
].join('|');

export const DAY_PATTERN = new RegExp(`^(${DAY_SOURCE})$`);

export const DATE_PATTERN = new RegExp(
  `^(${DAY_SOURCE})(T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d([.]\\d{1,9})?)?(Z|[+-]([01]\\d|2[0-3]):?[0-5]\\d)?)?$`,
);

const TIMESTAMP_PATTERN = new RegExp(
  `^(${DAY_SOURCE})T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d([.]\\d{1,9})?)?(Z|[+-]([01]\\d|2[0-3]):?[0-5]\\d)$`,
);

export function DayField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, format: 'date' },
    IsString(),
    Matches(DAY_PATTERN, { message: '$property must be a date such as 2026-11-24' }),
    IsISO8601({ strict: true }),
  );
}

/** A list of up to `max` unique days. */
export function DayList(max: number, options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: 'array', items: { type: 'string', format: 'date' }, maxItems: max, uniqueItems: true },
    IsArray(),
    ArrayMaxSize(max, { message: `$property must contain at most ${max} days` }),
    rule(
      'holdsDays',
      (value) => Array.isArray(value) && value.every(isDay),
      '$property must contain only dates such as 2026-11-24',
    ),
    ArrayUnique({ message: '$property must not contain duplicates' }),
  );
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && DAY_PATTERN.test(value);
}

export function IsoDate(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, maxLength: 35, pattern: DATE_PATTERN.source, example: '2026-11-24' },
    IsString(),
    MaxLength(35),
    Matches(DATE_PATTERN, { message: '$property must be a date such as 2026-11-24, or a timestamp' }),
    IsISO8601({ strict: true, strictSeparator: true }),
  );
}

/** A timestamp with a time zone. */
export function Timestamp(options: FieldOptions = {}): PropertyDecorator {
  const message = '$property must be a timestamp with a time zone, such as 2026-11-24T17:30:00Z';
  return field(
    { example: '2026-11-24T17:30:00Z', ...options },
    { type: String, maxLength: 35, pattern: TIMESTAMP_PATTERN.source },
    IsString(),
    MaxLength(35),
    Matches(TIMESTAMP_PATTERN, { message }),
    IsISO8601({ strict: true, strictSeparator: true }),
  );
}
