import { ApiSchema } from '@nestjs/swagger';
import { MAX_UNITS } from '../../platform/http/contract/freight-fields.js';
import { Kind, OneOf } from '../../platform/http/contract/response-fields.js';
import { IsoDate } from '../../platform/http/contract/dates.js';
import { Inches, ListOf, Pounds, Whole } from '../../platform/http/contract/fields.js';
import { FREIGHT_CLASSES, type FreightClass } from '../../domain/freight-classes.js';

const MAX_ITEMS = 500;

@ApiSchema({
  description:
    'One handling unit, or several that are alike, as they are measured, pallet and packaging included.',
})
export class MeasuredItemDto {
  /** How many handling units are alike: as in a quote, the weight is that of all of them, the sides are one unit's. */
  @Whole(1, MAX_UNITS, { optional: true })
  quantity?: number = 1;
  /** Weight in pounds. */
  @Pounds({ example: 500 })
  weight: number;
  /** Length in inches. */
  @Inches({ example: 48 })
  length: number;
  /** Width in inches. */
  @Inches({ example: 40 })
  width: number;
  /** Height in inches. */
  @Inches({ example: 48 })
  height: number;
}

@ApiSchema({ description: 'Freight whose class is asked for.' })
export class SuggestFreightClassDto {
  /** The day it is shipped, which decides the scale; today by default. */
  @IsoDate({ optional: true })
  ship_date?: string;
  /** The lines of freight. */
  @ListOf(MeasuredItemDto, { min: 1, max: MAX_ITEMS })
  items: MeasuredItemDto[];
}

@ApiSchema({ description: 'The class of one line.' })
export class SuggestedItemDto {
  /** NMFC freight class. */
  @OneOf(FREIGHT_CLASSES)
  freight_class: FreightClass;
  /** Pounds per cubic foot. */
  density: number;
}

@ApiSchema({
  description:
    'The class that the density suggests. Commodities that the NMFC classes by other rules may differ.',
})
export class FreightClassSuggestionDto {
  /** Always `freight_class_suggestion`. */
  @Kind('freight_class_suggestion')
  object: 'freight_class_suggestion';
  /** NMFC freight class of all items together. */
  @OneOf(FREIGHT_CLASSES)
  freight_class: FreightClass;
  /** Pounds per cubic foot of all items together. */
  density: number;
  /** Each item on its own, in the order of the request. */
  items: SuggestedItemDto[];
}
