import { ApiSchema } from '@nestjs/swagger';
import {
  HAZARD_CLASS,
  PACKING_GROUPS,
  UN_NUMBER,
  type Hazmat,
  type PackingGroup,
} from '../../vocabulary/hazmat.js';
import { Exact } from './exact.js';
import { Choice, field, Flag, Pounds, Text } from './fields.js';
import { IsString, Matches } from 'class-validator';

@Exact()
@ApiSchema({ description: 'What is dangerous in a line of freight, as 49 CFR 172.202 has it described.' })
export class HazmatDto implements Hazmat {
  /** UN or NA number. */
  @field(
    { example: 'UN1090' },
    { type: String, pattern: UN_NUMBER.source },
    IsString(),
    Matches(UN_NUMBER, { message: '$property must be a UN or NA number such as UN1090' }),
  )
  un_number: string;

  /** The proper shipping name of 49 CFR 172.101. */
  @Text({ example: 'Acetone' })
  proper_shipping_name: string;

  /** Hazard class or division, of explosives with the compatibility group. */
  @field(
    { example: '3' },
    { type: String, pattern: HAZARD_CLASS.source },
    IsString(),
    Matches(HAZARD_CLASS, { message: '$property must be a hazard class or division such as 3, 2.1 or 1.4S' }),
  )
  hazard_class: string;

  /** Packing group, where the entry of 49 CFR 172.101 has one. */
  @Choice(PACKING_GROUPS, { optional: true, example: 'II' })
  packing_group?: PackingGroup;

  /** The chemical names that a generic shipping name asks for. */
  @Text({ optional: true })
  technical_name?: string;

  /** Pounds of the dangerous goods; the line's weight when it is left out. */
  @Pounds({ optional: true })
  weight?: number;

  /** Whether it is shipped as a limited quantity. */
  @Flag({ optional: true })
  limited_quantity?: boolean;

  /** Whether a package holds a reportable quantity of a hazardous substance. */
  @Flag({ optional: true })
  reportable_quantity?: boolean;

  /** Whether it is a marine pollutant. */
  @Flag({ optional: true })
  marine_pollutant?: boolean;
}
