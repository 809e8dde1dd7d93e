import type { Product } from '../products/product.entity.js';
import { findClassForDensity, computeDensity } from '../../domain/density.js';
import type { Day } from '../../domain/days.js';
import type { QuoteItemDto } from './quote-item.dto.js';

/** A line with what it leaves out from its product, which speaks of one handling unit: what it has none of stays out. */
export function fillItemFromProduct(line: QuoteItemDto, product: Product, shipDate: Day): QuoteItemDto {
  const quantity = line.quantity ?? 1;
  const times = (perUnit: number | null): number | undefined =>
    perUnit === null ? undefined : Math.round(perUnit * quantity * 1_000) / 1_000;
  const hazmat = product.hazmat ?? undefined;
  const filled = {
    ...line,
    handling_unit_type: line.handling_unit_type ?? product.handlingUnitType ?? undefined,
    packaging_type: line.packaging_type ?? product.packagingType ?? undefined,
    weight: line.weight ?? times(product.weight),
    length: line.length ?? product.length ?? undefined,
    width: line.width ?? product.width ?? undefined,
    height: line.height ?? product.height ?? undefined,
    pieces: line.pieces ?? times(product.pieces),
    stackable: line.stackable ?? product.stackable ?? undefined,
    description: line.description ?? product.description ?? product.name ?? undefined,
    // A sub number is its item's: another item than the product's has another one.
    ...(line.nmfc_item_number === undefined && {
      nmfc_item_number: product.nmfcItemNumber ?? undefined,
      nmfc_sub_code: line.nmfc_sub_code ?? ((product.nmfcItemNumber && product.nmfcSubCode) || undefined),
    }),
    hazmat: line.hazmat ?? (hazmat && { ...hazmat, weight: times(hazmat.weight ?? null) }),
  } as QuoteItemDto;
  return {
    ...filled,
    freight_class: line.freight_class ?? resolveFreightClass(filled, product, shipDate),
  } as QuoteItemDto;
}

/** The product's own class, or where the density rules the one of the line as it is shipped. */
function resolveFreightClass(
  { quantity = 1, weight, length, width, height }: QuoteItemDto,
  { freightClass, densityRule }: Product,
  shipDate: Day,
): string | undefined {
  if (!densityRule) return freightClass ?? undefined;
  if (!weight || !length || !width || !height) return undefined;
  return findClassForDensity(
    computeDensity([{ weight: weight / quantity, length, width, height }]),
    shipDate,
  );
}
