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

/** What a line can say beside what it is rated by. */
class LineDetailsDto {
  /** What it is; the bill of lading shows it. */
  @Text({ optional: true })
  description?: string;

  /** Pieces on the handling units, of the whole line. */
  @Whole(1, 99_999, { optional: true })
  pieces?: number;

  /** What the pieces are packed in, by name; outside of this list the service takes an NMFTA eBOL code, which a typed client sends by its name. */
  @UnitTypeField({ optional: true, example: 'carton' })
  packaging_type?: UnitType;

  /** NMFC item number. */
  @Text({ optional: true, max: 10 })
  nmfc_item_number?: string;

  /** NMFC sub number, of the item number. */
  @Text({ optional: true, max: 5 })
  @crossFieldRule('ofAnItemNumber', hasItemNumber, '$property needs an nmfc_item_number')
  nmfc_sub_code?: string;

  /** What is dangerous in it; it brings the `hazmat` accessorial. */
  @Nested(HazmatDto, { optional: true })
  @WithinLineWeight()
  hazmat?: HazmatDto;
}

/** A product may bring the number that a line leaves out. */
function hasItemNumber(
  sub: unknown,
  { nmfc_item_number: item, product_id: id }: Record<string, unknown>,
): boolean {
  return !sub || Boolean(item) || id !== undefined;
}

@RejectUnknownFields()
@ApiSchema({
  description: 'A line of freight: one handling unit, typically a pallet, or several that are alike.',
})
export class QuoteItemDto extends LineDetailsDto {
  /**
   * A saved product: what the line leaves out is the product's, weight and pieces times the quantity. What is still missing
   * then is refused. The key needs `products.read` too.
   */
  @Id({ optional: true })
  product_id?: number;

  /** How many handling units of this kind. */
  @Whole(1, MAX_UNITS, { optional: true })
  quantity?: number = 1;

  /** What the freight stands on or is packed in, by name; outside of this list the service takes an NMFTA eBOL code (`PAT` is a pallet, `PAL` a pail), which a typed client sends by its name. */
  @UnitTypeField({ optional: true, example: 'pallet' })
  @ApiProperty({ default: 'pallet' })
  handling_unit_type?: UnitType;

  /** Weight of the whole line in pounds, pallets and packaging included. */
  @RequiredWithout('product_id')
  @Pounds({ example: 500 })
  weight?: number;

  /** NMFC freight class, as text. */
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

  /** Whether another handling unit may stand on top. */
  @Flag({ optional: true })
  @ApiProperty({ default: false })
  stackable?: boolean;
}

@ApiSchema({ description: 'A line of freight as it was rated.' })
export class QuotedItemDto extends LineDetailsDto {
  /** The saved product it was filled in from, as it was then. */
  @Int()
  product_id?: number;
  /** How many handling units of this kind. */
  @Int()
  quantity: number;
  /** What the freight stands on or is packed in. */
  @OneOf(UNIT_TYPE_NAMES)
  handling_unit_type: UnitType;
  /** Weight of the whole line in pounds. */
  weight: number;
  /** NMFC freight class. */
  @OneOf(FREIGHT_CLASSES)
  freight_class: FreightClass;
  /** Length of one handling unit in inches. */
  length: number;
  /** Width of one handling unit in inches. */
  width: number;
  /** Height of one handling unit in inches. */
  height: number;
  /** Whether another handling unit may stand on top. */
  stackable: boolean;
}
