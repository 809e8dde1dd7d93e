import { ApiSchema } from '@nestjs/swagger';
import { Kind, OneOf } from '../http/contract/answer-fields.js';
import { Inches, IsoDate, ListOf, Pounds } from '../http/contract/fields.js';
import { FREIGHT_CLASSES, type FreightClass } from '../vocabulary/freight-classes.js';

const MAX_ITEMS = 500;

@ApiSchema({ description: 'One handling unit as it is measured, pallet and packaging included.' })
export class MeasuredItemDto {
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
  /** The handling units. */
  @ListOf(MeasuredItemDto, { min: 1, max: MAX_ITEMS })
  items: MeasuredItemDto[];
}

@ApiSchema({ description: 'The class of one handling unit.' })
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
