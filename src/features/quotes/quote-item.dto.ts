import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Int, OneOf } from '../../platform/http/contract/response-fields.js';
import { RejectUnknownFields } from '../../platform/http/contract/reject-unknown-fields.js';
import {
  crossFieldRule,
  Flag,
  Id,
  Inches,
  Nested,
  NmfcClass,
  Pounds,
  Text,
  Whole,
  RequiredWithout,
} from '../../platform/http/contract/fields.js';
import { MAX_UNITS, UnitTypeField } from '../../platform/http/contract/freight-fields.js';
import { HazmatDto, WithinLineWeight } from '../../platform/http/contract/hazmat.dto.js';
import { FREIGHT_CLASSES, type FreightClass } from '../../domain/freight-classes.js';
import { UNIT_TYPE_NAMES, type UnitType } from '../../domain/unit-types.js';

class LineDetailsDto {
  /** Description of the goods; the bill of lading shows it. */
  @Text({ optional: true }) description?: string;
  /** Number of pieces on all handling units of the line. */
  @Whole(1, 99_999, { optional: true }) pieces?: number;
  /** Packaging of the pieces. The service also accepts the NMFTA eBOL code. */
  @UnitTypeField({ optional: true, example: 'carton' }) packaging_type?: UnitType;
  /** NMFC item number. */
  @Text({ optional: true, max: 10 }) nmfc_item_number?: string;

  /** NMFC sub number of the item. */
  @Text({ optional: true, max: 5 })
  @crossFieldRule('ofAnItemNumber', hasItemNumber, '$property needs an nmfc_item_number')
  nmfc_sub_code?: string;

  /** Details of hazardous materials. They add the `hazmat` accessorial. */
  @Nested(HazmatDto, { optional: true })
  @WithinLineWeight()
  hazmat?: HazmatDto;
}

/** A product may add the number that a line omits. */
function hasItemNumber(
  sub: unknown,
  { nmfc_item_number: item, product_id: id }: Record<string, unknown>,
): boolean {
  return !sub || Boolean(item) || id !== undefined;
}

@RejectUnknownFields()
@ApiSchema({
  description: 'A line of freight: one or more identical handling units, typically pallets.',
})
export class QuoteItemDto extends LineDetailsDto {
  /** A saved product that fills in omitted fields; weight and pieces are multiplied by the quantity. The key also needs `products.read`. */
  @Id({ optional: true }) product_id?: number;
  /** Number of handling units. */
  @Whole(1, MAX_UNITS, { optional: true }) quantity?: number = 1;

  /** Type of handling unit. The service also accepts the NMFTA eBOL code: `PAT` is a pallet, `PAL` a pail. */
  @UnitTypeField({ optional: true, example: 'pallet' })
  @ApiProperty({ default: 'pallet' })
  handling_unit_type?: UnitType;

  /** Weight of the whole line in pounds, with pallets and packaging. */
  @RequiredWithout('product_id')
  @Pounds({ example: 500 })
  weight?: number;

  /** NMFC freight class. */
  @RequiredWithout('product_id')
  @NmfcClass()
  freight_class?: FreightClass;

  /** Length of one handling unit in inches. */
  @RequiredWithout('product_id')
  @Inches({ example: 48 })
  length?: number;

  /** Width of one handling unit in inches. */
  @RequiredWithout('product_id')
  @Inches({ example: 40 })
  width?: number;

  /** Height of one handling unit in inches. */
  @RequiredWithout('product_id')
  @Inches({ example: 48 })
  height?: number;

  /** True if another handling unit may be stacked on top. */
  @Flag({ optional: true })
  @ApiProperty({ default: false })
  stackable?: boolean;
}

@ApiSchema({ description: 'A rated line of freight.' })
export class QuotedItemDto extends LineDetailsDto {
  /** The saved product that filled in the line. */
  @Int() product_id?: number;
  /** Number of handling units. */
  @Int() quantity: number;
  /** Type of handling unit. */
  @OneOf(UNIT_TYPE_NAMES) handling_unit_type: UnitType;
  /** Weight of the whole line in pounds. */
  weight: number;
  /** NMFC freight class. */
  @OneOf(FREIGHT_CLASSES) freight_class: FreightClass;
  /** Length of one handling unit in inches. */
  length: number;
  /** Width of one handling unit in inches. */
  width: number;
  /** Height of one handling unit in inches. */
  height: number;
  /** True if another handling unit may be stacked on top. */
  stackable: boolean;
}
