import { toColumns, toDto } from '../../platform/http/contract/case-mapper.js';
import { conflictingParam } from '../../platform/http/errors/api-error.js';
import { isWithinLine } from '../../domain/hazmat.js';
import type { NewRow, PlainChanges } from '../../platform/tenancy/owned.repository.js';
import type { Product } from './product.entity.js';
import { ProductDto, type CreateProductDto, type UpdateProductDto } from './products.dto.js';

export function toProductDto(product: Product): ProductDto {
  return toDto(ProductDto, product, { object: 'product' });
}

/** @throws ApiError conflicting_values */
export function toProductRow(body: CreateProductDto): NewRow<Product> {
  assertSingleClassSource(body.freight_class, body.density_rule);
  return toColumns(body);
}

/** Returns the columns that the body changes. @throws ApiError conflicting_values */
export function toProductChanges(body: UpdateProductDto, stored: Product): PlainChanges<Product> {
  const change = toColumns(body);
  const { freightClass = stored.freightClass, densityRule = stored.densityRule } = change;
  assertSingleClassSource(freightClass, densityRule);
  const { weight = stored.weight, hazmat = stored.hazmat } = change;
  if (!isWithinLine(hazmat?.weight, weight))
    throw conflictingParam(
      'hazmat',
      `hazmat.weight must be at most the weight of the handling unit, ${weight} lb.`,
    );
  return change;
}

function assertSingleClassSource(freightClass?: string | null, densityRule?: boolean): void {
  if (freightClass == null || !densityRule) return;
  throw conflictingParam(
    'freight_class',
    'freight_class and density_rule conflict. Send freight_class null, or density_rule false.',
  );
}
