import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString } from 'class-validator';
import { UNIT_TYPE_NAMES, parseUnitType } from '../../../domain/unit-types.js';
import { field, type FieldOptions, rule } from './fields.js';

export const MAX_UNITS = 999;

/** A handling unit or packaging type by name; converts NMFTA eBOL codes to names. */
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
