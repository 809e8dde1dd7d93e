import type { Product } from './product.entity.js';
import type { ProductDto } from './products.dto.js';

/** A product as the API shows it. */
export function toProductDto(product: Product): ProductDto {
  return {
    object: 'product',
    id: product.id,
    sku: product.sku,
    name: product.name,
    description: product.description,
    freight_class: product.freightClass,
    density_rule: product.densityRule,
    nmfc_item_number: product.nmfcItemNumber,
    nmfc_sub_code: product.nmfcSubCode,
    handling_unit_type: product.handlingUnitType,
    packaging_type: product.packagingType,
    pieces: product.pieces,
    weight: product.weight,
    length: product.length,
    width: product.width,
    height: product.height,
    stackable: product.stackable,
    hazmat: product.hazmat,
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
  };
}
