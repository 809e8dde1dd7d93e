import { ApiSchema } from '@nestjs/swagger';
import { MAX_UNITS } from '../../platform/http/contract/freight-fields.js';
import { Kind, OneOf } from '../../platform/http/contract/response-fields.js';
import { IsoDate } from '../../platform/http/contract/dates.js';
import { Inches, ListOf, Pounds, Whole } from '../../platform/http/contract/fields.js';
import { FREIGHT_CLASSES, type FreightClass } from '../../domain/freight-classes.js';

const MAX_ITEMS = 500;

@ApiSchema({
  description: 'One or more identical handling units, measured with pallet and packaging.',
})
export class MeasuredItemDto {
  /** Number of handling units. `weight` is the weight of all units; the dimensions are those of one unit. */
  @Whole(1, MAX_UNITS, { optional: true }) quantity?: number = 1;
  /** Weight of all units in pounds. */
  @Pounds({ example: 500 }) weight: number;
  /** Length in inches. */
  @Inches({ example: 48 }) length: number;
  /** Width in inches. */
  @Inches({ example: 40 }) width: number;
  /** Height in inches. */
  @Inches({ example: 48 }) height: number;
}

@ApiSchema({ description: 'Freight to classify.' })
export class SuggestFreightClassDto {
  /** Ship date. It selects the density scale. Default: today. */
  @IsoDate({ optional: true }) ship_date?: string;
  /** The lines of freight. */
  @ListOf(MeasuredItemDto, { min: 1, max: MAX_ITEMS }) items: MeasuredItemDto[];
}

@ApiSchema({ description: 'The class of one line.' })
export class SuggestedItemDto {
  /** NMFC freight class. */
  @OneOf(FREIGHT_CLASSES) freight_class: FreightClass;
  /** Pounds per cubic foot. */
  density: number;
}

@ApiSchema({
  description: 'The class by density. The NMFC classifies some commodities by other rules.',
})
export class FreightClassSuggestionDto {
  /** Always `freight_class_suggestion`. */
  @Kind('freight_class_suggestion') object: 'freight_class_suggestion';
  /** NMFC freight class of all items together. */
  @OneOf(FREIGHT_CLASSES) freight_class: FreightClass;
  /** Pounds per cubic foot of all items together. */
  density: number;
  /** The class of each item, in the order of the request. */
  items: SuggestedItemDto[];
}
