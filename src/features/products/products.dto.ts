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

class ProductFieldsDto {
  /** Your name for the product. */
  @Text({ ...clearable, example: 'Machine parts, pallet of 24' }) name?: string | null;
  /** Description on the bill of lading. Default: the name. */
  @Text({ ...clearable, example: 'Machine parts' }) description?: string | null;
  /** NMFC freight class. */
  @NmfcClass(clearable) freight_class?: FreightClass | null;
  /** If true, the density of each line determines its class. Cannot be combined with `freight_class`. */
  @Flag({ optional: true }) density_rule?: boolean;
  /** NMFC item number. */
  @Text({ ...clearable, max: 10, example: '114000' }) nmfc_item_number?: string | null;
  /** NMFC sub number. */
  @Text({ ...clearable, max: 5 }) nmfc_sub_code?: string | null;
  /** Handling unit, by name. The service also accepts the NMFTA eBOL code of each name. */
  @UnitTypeField({ ...clearable, example: 'pallet' }) handling_unit_type?: UnitType | null;
  /** Packaging of the pieces, by name. The service also accepts the NMFTA eBOL code of each name. */
  @UnitTypeField({ ...clearable, example: 'carton' }) packaging_type?: UnitType | null;
  /** Pieces on one handling unit. */
  @Whole(1, 99_999, { ...clearable, example: 24 }) pieces?: number | null;
  /** Weight of one handling unit in pounds, including pallet and packaging. */
  @Pounds({ ...clearable, example: 500 }) weight?: number | null;
  /** Length of one handling unit in inches. */
  @Inches({ ...clearable, example: 48 }) length?: number | null;
  /** Width of one handling unit in inches. */
  @Inches({ ...clearable, example: 40 }) width?: number | null;
  /** Height of one handling unit in inches. */
  @Inches({ ...clearable, example: 48 }) height?: number | null;
  /** True if another handling unit may be stacked on top. */
  @Flag(clearable) stackable?: boolean | null;
  /** Hazardous contents of one handling unit, replaced as a whole. */
  @Nested(HazmatDto, clearable)
  @WithinLineWeight()
  hazmat?: HazmatDto | null;
}

@ApiSchema({ description: 'The product to save.' })
export class CreateProductDto extends ProductFieldsDto {
  /** Your SKU for the product, unique among your products. */
  @Text({ max: MAX_SKU, example: 'MP-24' }) sku: string;
}

@ApiSchema({
  description: 'The fields to change. A field that you leave out keeps its value; null clears it.',
})
export class UpdateProductDto extends ProductFieldsDto {
  /** Your SKU for the product, unique among your products. */
  @Text({ optional: true, min: 1, max: MAX_SKU, example: 'MP-24' }) sku?: string;
}

export class ProductListQuery extends TwoWayPageQuery {
  /**
   * Only products whose SKU, name, description or NMFC item contain every word. Case does not matter. Send up to five
   * words, at least one of them with three or more characters.
   */
  @SearchFilter() q?: string;
  /** Only the product with this SKU. */
  @TextFilter() sku?: string;
}

@ApiSchema({
  description: 'A saved commodity. Weight, dimensions and pieces are those of one handling unit.',
})
export class ProductDto {
  /** Always `product`. */
  @Kind('product') object: 'product';
  /** The product's id, the `product_id` of a quote item. */
  @Int() id: number;
  /** Your own number for the product. */
  sku: string;
  /** Your name for the product. */
  name: string | null;
  /** Description on the bill of lading. */
  description: string | null;
  /** NMFC freight class. */
  @OneOf(FREIGHT_CLASSES) freight_class: FreightClass | null;
  /** True if the density of each line determines its class. */
  density_rule: boolean;
  /** NMFC item number. */
  nmfc_item_number: string | null;
  /** NMFC sub number. */
  nmfc_sub_code: string | null;
  /** Handling unit. */
  @OneOf(UNIT_TYPE_NAMES) handling_unit_type: UnitType | null;
  /** Packaging of the pieces. */
  @OneOf(UNIT_TYPE_NAMES) packaging_type: UnitType | null;
  /** Pieces on one handling unit. */
  @Int() pieces: number | null;
  /** Weight of one handling unit in pounds. */
  weight: number | null;
  /** Length in inches. */
  length: number | null;
  /** Width in inches. */
  width: number | null;
  /** Height in inches. */
  height: number | null;
  /** True if another handling unit may be stacked on top. */
  stackable: boolean | null;
  /** Hazardous contents of one handling unit. */
  hazmat: HazmatDto | null;
  /** Creation time, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** Time of the last change, ISO 8601 in UTC. */
  @Time() updated_at: string;
}

@ApiSchema({ description: 'A deleted product.' })
export class DeletedProductDto {
  /** Always `product`. */
  @Kind('product') object: 'product';
  /** The product's id. */
  @Int() id: number;
  /** Always true. */
  deleted: boolean;
}
