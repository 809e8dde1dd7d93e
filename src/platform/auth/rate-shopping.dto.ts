import { ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray } from 'class-validator';
import { Int } from '../http/contract/response-fields.js';
import { crossFieldRule, field, rule, Whole } from '../http/contract/fields.js';

const MAX_CARRIERS = 100;
const SCAC = /^[A-Za-z][A-Za-z0-9]{1,3}$/;
const MAX_DAYS = 365;

/** SCACs, in any case: the same one in two cases is one, and in the same case a mistake. */
function Scacs(example: string[], ...rules: PropertyDecorator[]): PropertyDecorator {
  const upper = (value: unknown): unknown => (typeof value === 'string' ? value.toUpperCase() : value);
  return (target, name) => {
    Transform(({ value }) =>
      Array.isArray(value) && new Set(value).size === value.length
        ? [...new Set(value.map(upper))]
        : (value as unknown),
    )(target, name);
    field(
      { optional: true, example },
      {
        type: 'array',
        items: { type: 'string', pattern: SCAC.source },
        maxItems: MAX_CARRIERS,
        uniqueItems: true,
      },
      IsArray(),
      ArrayMaxSize(MAX_CARRIERS),
      ArrayUnique(),
      rule(
        'areScacs',
        (value) => Array.isArray(value) && value.every((scac) => typeof scac === 'string' && SCAC.test(scac)),
        '$property must be SCACs such as RLCA',
      ),
      ...rules,
    )(target, name);
  };
}

@ApiSchema({ description: 'How the organization chooses among prices.' })
export class SetRateShoppingDto {
  /** SCACs of carriers that are not asked for prices. */
  @Scacs(['SIM4'])
  exclude_carriers?: string[];
  /** SCACs of carriers that are recommended before others. */
  @Scacs(
    ['SIM2'],
    crossFieldRule(
      'notExcluded',
      (preferred, { exclude_carriers: excluded }) =>
        !Array.isArray(preferred) ||
        !Array.isArray(excluded) ||
        !preferred.some((scac) => excluded.includes(scac)),
      '$property must not name a carrier that is excluded',
    ),
  )
  prefer_carriers?: string[];
  /** Business days: the cheapest price that is no slower is recommended. Null: however slow. */
  @Whole(0, MAX_DAYS, { optional: true, nullable: true, example: 3 })
  cheapest_within_days?: number | null;
}

@ApiSchema({ description: 'How the organization chooses among prices.' })
export class RateShoppingDto {
  /** SCACs of carriers that are not asked for prices. */
  exclude_carriers: string[];
  /** SCACs of carriers that are recommended before others. */
  prefer_carriers: string[];
  /** Business days: the cheapest price that is no slower is recommended. Null: however slow. */
  @Int()
  cheapest_within_days: number | null;
}
