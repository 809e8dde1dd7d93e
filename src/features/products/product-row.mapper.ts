import { conflictingParam } from '../../platform/http/errors/api-error.js';
import { isWithinLine } from '../../domain/hazmat.js';
import type { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { Product } from './product.entity.js';
import type { CreateProductDto, UpdateProductDto } from './products.dto.js';

export type ProductColumns = Omit<Product, keyof OwnedEntity | 'updatedAt'>;
type ProductChanges = { [K in keyof ProductColumns]?: ProductColumns[K] | undefined };

/** The columns of a new product; what the body leaves out is the column's default. @throws ApiError */
export function toProductRow(body: CreateProductDto): ProductColumns {
  const columns = toColumns(body) as ProductColumns;
  assertSingleClassSource(columns);
  return columns;
}

/** The columns that a change names; null clears. @throws ApiError where what it leaves would not fit together */
export function toProductChanges(body: UpdateProductDto, stored: Product): ProductChanges {
  const change = toColumns(body);
  const { freightClass = stored.freightClass, densityRule = stored.densityRule } = change;
  assertSingleClassSource({ freightClass, densityRule });
  const { weight = stored.weight, hazmat = stored.hazmat } = change;
  if (!isWithinLine(hazmat?.weight, weight))
    throw conflictingParam('hazmat', 'hazmat must not weigh more than what it is in.');
  return change;
}

function toColumns(body: CreateProductDto | UpdateProductDto): ProductChanges {
  return {
    sku: body.sku,
    name: body.name,
    description: body.description,
    freightClass: body.freight_class,
    densityRule: body.density_rule,
    nmfcItemNumber: body.nmfc_item_number,
    nmfcSubCode: body.nmfc_sub_code,
    handlingUnitType: body.handling_unit_type,
    packagingType: body.packaging_type,
    pieces: body.pieces,
    weight: body.weight,
    length: body.length,
    width: body.width,
    height: body.height,
    stackable: body.stackable,
    hazmat: body.hazmat,
  };
}

function assertSingleClassSource({
  freightClass,
  densityRule,
}: Pick<Product, 'freightClass' | 'densityRule'>): void {
  if (freightClass == null || !densityRule) return;
  throw conflictingParam(
    'freight_class',
    'freight_class must be left out, or null, where density_rule is true.',
  );
}
