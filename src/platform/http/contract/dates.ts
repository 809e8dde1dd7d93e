import { IsISO8601, IsString, Matches, MaxLength } from 'class-validator';
import { field, type FieldOptions } from './fields.js';

/** Valid days of 1900 to 2099, leap days included. */
const DAY_SOURCE = [
  '(19|20)\\d{2}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))',
  '((19|20)(0[48]|[2468][048]|[13579][26])|2000)-02-29',
].join('|');

export const DAY_PATTERN = new RegExp(`^(${DAY_SOURCE})$`);

export const DATE_PATTERN = new RegExp(
  `^(${DAY_SOURCE})(T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d([.]\\d{1,9})?)?(Z|[+-]([01]\\d|2[0-3]):?[0-5]\\d)?)?$`,
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
