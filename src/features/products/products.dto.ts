import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { Flag, Inches, Nested, NmfcClass, Pounds, Text, Whole } from '../../platform/http/contract/fields.js';
import { UnitTypeField } from '../../platform/http/contract/freight-fields.js';
import { HazmatDto, WithinLineWeight } from '../../platform/http/contract/hazmat.dto.js';
import { SearchFilter, TextFilter } from '../../platform/http/contract/filters.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { FREIGHT_CLASSES, type FreightClass } from '../../domain/freight-classes.js';
import { UNIT_TYPE_NAMES, type UnitType } from '../../domain/unit-types.js';

const clearable = { optional: true, nullable: true };
const MAX_SKU = 100;

/** What a product can have beside its SKU. */
class ProductFieldsDto {
  /** What you call it. */
  @Text({ ...clearable, example: 'Machine parts, pallet of 24' })
  name?: string | null;
  /** What the bill of lading says it is; the name when it is left out. */
  @Text({ ...clearable, example: 'Machine parts' })
  description?: string | null;
  /** NMFC freight class. */
  @NmfcClass(clearable)
  freight_class?: FreightClass | null;
  /** True: the class follows from weight and sides of each line, by the density scale. Not beside a `freight_class`. */
  @Flag({ optional: true })
  density_rule?: boolean;
  /** NMFC item number. */
  @Text({ ...clearable, max: 10, example: '114000' })
  nmfc_item_number?: string | null;
  /** NMFC sub number. */
  @Text({ ...clearable, max: 5 })
  nmfc_sub_code?: string | null;
  /** What it stands on or is packed in, by name; outside of this list the service takes an NMFTA eBOL code, which a typed client sends by its name. */
  @UnitTypeField({ ...clearable, example: 'pallet' })
  handling_unit_type?: UnitType | null;
  /** What the pieces are packed in, by name; outside of this list the service takes an NMFTA eBOL code, which a typed client sends by its name. */
  @UnitTypeField({ ...clearable, example: 'carton' })
  packaging_type?: UnitType | null;
  /** Pieces on one handling unit. */
  @Whole(1, 99_999, { ...clearable, example: 24 })
  pieces?: number | null;
  /** Weight of one handling unit in pounds, pallet and packaging included. */
  @Pounds({ ...clearable, example: 500 })
  weight?: number | null;
  /** Length of one handling unit in inches. */
  @Inches({ ...clearable, example: 48 })
  length?: number | null;
  /** Width of one handling unit in inches. */
  @Inches({ ...clearable, example: 40 })
  width?: number | null;
  /** Height of one handling unit in inches. */
  @Inches({ ...clearable, example: 48 })
  height?: number | null;
  /** Whether another handling unit may stand on top. */
  @Flag(clearable)
  stackable?: boolean | null;
  /** What is dangerous in it, as a whole; its weight too is one handling unit’s. */
  @Nested(HazmatDto, clearable)
  @WithinLineWeight()
  hazmat?: HazmatDto | null;
}

@ApiSchema({ description: 'A product to be saved.' })
export class CreateProductDto extends ProductFieldsDto {
  /** Your own number for it; no other product has it. */
  @Text({ max: MAX_SKU, example: 'MP-24' })
  sku: string;
}

@ApiSchema({ description: 'What is to change; what is left out stays, null clears.' })
export class UpdateProductDto extends ProductFieldsDto {
  /** Your own number for it; no other product has it. */
  @Text({ optional: true, min: 1, max: MAX_SKU, example: 'MP-24' })
  sku?: string;
}

export class ProductListQuery extends TwoWayPageQuery {
  /**
   * Only products with these words, or parts of words, whatever their case: in SKU, name, description, or NMFC item.
   * Up to five words, one of them of three characters at least.
   */
  @SearchFilter()
  q?: string;
  /** Only the product with this number of your own. */
  @TextFilter()
  sku?: string;
}

@ApiSchema({ description: 'A saved commodity. Weight, sides and pieces are one handling unit’s.' })
export class ProductDto {
  /** Always `product`. */
  @Kind('product')
  object: 'product';
  /** The product's id: the `product_id` of an item. */
  @Int()
  id: number;
  /** Your own number for it. */
  sku: string;
  /** What you call it. */
  name: string | null;
  /** What the bill of lading says it is. */
  description: string | null;
  /** NMFC freight class. */
  @OneOf(FREIGHT_CLASSES)
  freight_class: FreightClass | null;
  /** Whether the class follows from weight and sides of each line. */
  density_rule: boolean;
  /** NMFC item number. */
  nmfc_item_number: string | null;
  /** NMFC sub number. */
  nmfc_sub_code: string | null;
  /** What it stands on or is packed in. */
  @OneOf(UNIT_TYPE_NAMES)
  handling_unit_type: UnitType | null;
  /** What the pieces are packed in. */
  @OneOf(UNIT_TYPE_NAMES)
  packaging_type: UnitType | null;
  /** Pieces on one handling unit. */
  @Int()
  pieces: number | null;
  /** Pounds of one handling unit. */
  weight: number | null;
  /** Length in inches. */
  length: number | null;
  /** Width in inches. */
  width: number | null;
  /** Height in inches. */
  height: number | null;
  /** Whether another handling unit may stand on top. */
  stackable: boolean | null;
  /** What is dangerous in it. */
  hazmat: HazmatDto | null;
  /** When the product was saved, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When the product changed last, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}

@ApiSchema({ description: 'That a product is gone.' })
export class DeletedProductDto {
  /** Always `product`. */
  @Kind('product')
  object: 'product';
  /** The id it had. */
  @Int()
  id: number;
  /** Always true. */
  deleted: boolean;
}
