import { ApiSchema } from '@nestjs/swagger';
import {
  HAZARD_CLASS,
  isWithinLine,
  PACKING_GROUPS,
  UN_NUMBER,
  type Hazmat,
  type PackingGroup,
} from '../../../domain/hazmat.js';
import { RejectUnknownFields } from './reject-unknown-fields.js';
import { crossFieldRule, Choice, field, Flag, Pounds, rule, Text } from './fields.js';
import { ArrayMaxSize, IsArray, IsString, Matches } from 'class-validator';

const MAX_SUBSIDIARY = 3;

@RejectUnknownFields()
@ApiSchema({
  description: 'The hazardous material of an item, described as 49 CFR 172.202 requires.',
})
export class HazmatDto implements Hazmat {
  /** UN or NA number. */
  @field(
    { example: 'UN1090' },
    { type: String, pattern: UN_NUMBER.source },
    IsString(),
    Matches(UN_NUMBER, { message: '$property must be a UN or NA number such as UN1090' }),
  )
  un_number: string;

  /** The proper shipping name (49 CFR 172.101). */
  @Text({ example: 'Acetone' }) proper_shipping_name: string;

  /** Hazard class or division, with the compatibility group for explosives. */
  @field(
    { example: '3' },
    { type: String, pattern: HAZARD_CLASS.source },
    IsString(),
    Matches(HAZARD_CLASS, { message: '$property must be a hazard class or division such as 3, 2.1 or 1.4S' }),
  )
  hazard_class: string;

  /** Subsidiary hazard classes, if 49 CFR 172.101 lists any. The bill of lading shows them in parentheses. */
  @field(
    { optional: true, example: ['8'] },
    {
      type: 'array',
      items: { type: 'string', pattern: HAZARD_CLASS.source },
      maxItems: MAX_SUBSIDIARY,
    },
    IsArray(),
    ArrayMaxSize(MAX_SUBSIDIARY, { message: `$property must contain at most ${MAX_SUBSIDIARY} classes` }),
    rule(
      'areHazardClasses',
      (classes) =>
        Array.isArray(classes) &&
        classes.every((text) => typeof text === 'string' && HAZARD_CLASS.test(text)),
      '$property must be hazard classes or divisions such as 8 or 6.1',
    ),
  )
  subsidiary_hazard_classes?: string[];

  /** Packing group, if 49 CFR 172.101 lists one. */
  @Choice(PACKING_GROUPS, { optional: true, example: 'II' }) packing_group?: PackingGroup;
  /** The technical names that a generic shipping name requires. */
  @Text({ optional: true }) technical_name?: string;
  /** Weight of the hazardous material in pounds. Defaults to the weight of the item. */
  @Pounds({ optional: true }) weight?: number;
  /** True if it ships as a limited quantity. */
  @Flag({ optional: true }) limited_quantity?: boolean;
  /** True if a package contains a reportable quantity of a hazardous substance. */
  @Flag({ optional: true }) reportable_quantity?: boolean;
  /** True if it is a marine pollutant. */
  @Flag({ optional: true }) marine_pollutant?: boolean;
}

/** The hazardous material weighs at most as much as its item or product. */
export const WithinLineWeight = (): PropertyDecorator =>
  crossFieldRule(
    'hazmatInLine',
    (hazmat, { weight }) => isWithinLine((hazmat as HazmatDto | null)?.weight, weight),
    '$property must not weigh more than its item',
  );
