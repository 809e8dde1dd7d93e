import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, Matches } from 'class-validator';
import { crossFieldRule, field, rule, type FieldOptions } from '../../platform/http/contract/fields.js';
import { ACCESSORIALS } from '../../domain/accessorials.js';
import { FREIGHT_CLASSES, type FreightClass } from '../../domain/freight-classes.js';
import { LANE_POINT_PATTERN } from '../carriers/rating/lanes.js';
import type { AccessorialPrice } from '../carriers/rating/price-by-tariff.js';

export const ACCESSORIAL_CODES = Object.values(ACCESSORIALS).map(({ code }) => code as string);

/** A million dollars in cents; times any weight it is still an exact integer. */
export const MAX_FEE_CENTS = 100_000_000;

const PRICE_FIELDS = ['flat_cents', 'per_cwt_cents', 'minimum_cents', 'maximum_cents'] as const;

/** A SCAC of two to four letters and digits. Converts to upper case. */
export function Scac(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (typeof value === 'string' ? value.toUpperCase() : (value as unknown))),
    field(
      options,
      { type: String, minLength: 2, maxLength: 4, pattern: '^[A-Za-z][A-Za-z0-9]{1,3}$', example: 'ACME' },
      IsString(),
      Matches(/^[A-Z][A-Z0-9]{1,3}$/, { message: '$property must be a SCAC such as ACME' }),
    ),
  );
}

export function LanePoint(options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    { type: String, maxLength: 3, pattern: LANE_POINT_PATTERN },
    IsString(),
    Matches(new RegExp(LANE_POINT_PATTERN), {
      message: '$property must be the first three digits of a ZIP, a state such as CA, or US',
    }),
  );
}

const FAK_SCHEMA = {
  type: 'object',
  maxProperties: FREIGHT_CLASSES.length,
  propertyNames: { enum: [...FREIGHT_CLASSES] },
  additionalProperties: { type: 'string', enum: [...FREIGHT_CLASSES] },
  example: { '77.5': '70', '85': '70', '92.5': '70' },
} as const;

export function FakMap(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    KeepRawValue(),
    field(
      options,
      FAK_SCHEMA as unknown as ApiPropertyOptions,
      rule('isMap', isMap, '$property must be an object'),
      rule(
        'mapsClasses',
        (value) =>
          Object.entries(value as object).every(([from, to]) => isFreightClass(from) && isFreightClass(to)),
        `each key and each value of $property must be an NMFC class: ${FREIGHT_CLASSES.join(', ')}`,
      ),
    ),
  );
}

export function ApiFakMap(): PropertyDecorator {
  return ApiProperty(FAK_SCHEMA as unknown as ApiPropertyOptions);
}

const ACCESSORIAL_SCHEDULE_SCHEMA = {
  type: 'object',
  maxProperties: ACCESSORIAL_CODES.length,
  propertyNames: { enum: ACCESSORIAL_CODES },
  additionalProperties: {
    type: 'object',
    description:
      'The price of the service: a flat amount plus an amount per hundredweight, between the minimum and the maximum.',
    properties: {
      flat_cents: buildCentsSchema('Flat amount in cents.'),
      per_cwt_cents: buildCentsSchema('Cents per hundredweight.'),
      minimum_cents: buildCentsSchema('Minimum in cents.'),
      maximum_cents: buildCentsSchema('Maximum in cents.'),
    },
    additionalProperties: false,
  },
  example: {
    LFTD: { flat_cents: 9500 },
    IDL: { per_cwt_cents: 850, minimum_cents: 7500, maximum_cents: 45000 },
  },
};

function buildCentsSchema(description: string) {
  return { type: 'integer', minimum: 0, maximum: MAX_FEE_CENTS, description };
}

export function AccessorialSchedule(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    KeepRawValue(),
    field(
      options,
      ACCESSORIAL_SCHEDULE_SCHEMA as unknown as ApiPropertyOptions,
      rule('isMap', isMap, '$property must be an object'),
      rule(
        'knowsCodes',
        (value) => Object.keys(value as object).every((code) => ACCESSORIAL_CODES.includes(code)),
        `each key of $property must be an eBOL code: ${ACCESSORIAL_CODES.join(', ')}`,
      ),
      rule(
        'holdsPrices',
        (value) => Object.values(value as object).every(isAccessorialPrice),
        `each value of $property must be an object of ${PRICE_FIELDS.join(', ')} in integer cents, 0 to ${MAX_FEE_CENTS}`,
      ),
      crossFieldRule(
        'holdsRanges',
        (value) => Object.values(value as Record<string, AccessorialPrice>).every(hasValidRange),
        'each minimum_cents of $property must not exceed its maximum_cents',
      ),
    ),
  );
}

export function ApiAccessorialSchedule(): PropertyDecorator {
  return ApiProperty(ACCESSORIAL_SCHEDULE_SCHEMA as unknown as ApiPropertyOptions);
}

/** The class transformer would drop keys such as `toString`. */
function KeepRawValue(): PropertyDecorator {
  return Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]);
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFreightClass(value: unknown): value is FreightClass {
  return FREIGHT_CLASSES.includes(value as FreightClass);
}

function isAccessorialPrice(value: unknown): boolean {
  return (
    isMap(value) &&
    Object.entries(value).every(
      ([name, amount]) =>
        PRICE_FIELDS.includes(name as never) &&
        Number.isSafeInteger(amount) &&
        (amount as number) >= 0 &&
        (amount as number) <= MAX_FEE_CENTS,
    )
  );
}

function hasValidRange({
  minimum_cents: minimum = 0,
  maximum_cents: maximum = Infinity,
}: AccessorialPrice): boolean {
  return minimum <= maximum;
}
