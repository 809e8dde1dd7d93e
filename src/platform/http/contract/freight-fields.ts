import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsISO8601, IsString, Matches } from 'class-validator';
import { UNIT_TYPE_NAMES, parseUnitType } from '../../../domain/unit-types.js';
import { DAY_PATTERN } from './dates.js';
import { field, type FieldOptions, rule } from './fields.js';

/** Handling units of one line. */
export const MAX_UNITS = 999;

/** What freight stands on or is packed in: a name, or an NMFTA eBOL code that becomes its name. */
export function UnitTypeField(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' ? (parseUnitType(value) ?? value) : (value as unknown),
    ),
    field(
      options,
      { type: String, enum: [...UNIT_TYPE_NAMES] },
      IsString(),
      rule(
        'isUnitType',
        (value) => parseUnitType(value as string) !== null,
        '$property must be a handling unit or packaging such as pallet, skid, crate or carton, or its eBOL code',
      ),
    ),
  );
}

/** A day of the calendar, YYYY-MM-DD. */
export function DayField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, format: 'date' },
    IsString(),
    Matches(DAY_PATTERN, { message: '$property must be a date such as 2026-11-24' }),
    IsISO8601({ strict: true }),
  );
}
