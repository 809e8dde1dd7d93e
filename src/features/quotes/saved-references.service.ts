import { Injectable } from '@nestjs/common';
import { listStopAccessorials, type StopType } from '../addresses/place-accessorials.js';
import type { Address } from '../addresses/address.entity.js';
import { AddressesService } from '../addresses/addresses.service.js';
import type { Markup } from '../customers/customer.entity.js';
import { CustomersService } from '../customers/customers.service.js';
import type { Caller } from '../../platform/auth/caller.js';
import { requireScope } from '../../platform/auth/scopes.js';
import { invalidParam } from '../../platform/http/errors/api-error.js';
import { DtoValidationPipe } from '../../platform/http/pipeline/dto-validation.pipe.js';
import { ProductsService } from '../products/products.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Product } from '../products/product.entity.js';
import { findClassForDensity, computeDensity } from '../../domain/density.js';
import type { Day } from '../../domain/days.js';
import type { QuoteItemDto } from './quote-item.dto.js';
import { CreateQuotesDto, type QuotePlaceDto } from './quotes.dto.js';

const SIDES = { origin: 'pickup', destination: 'delivery' } as const satisfies Record<string, StopType>;
const dtoPipe = new DtoValidationPipe();

/** Resolves the customers, addresses and products that a rate request refers to. */
@Injectable()
export class SavedReferencesService {
  constructor(
    private readonly customers: CustomersService,
    private readonly addresses: AddressesService,
    private readonly products: ProductsService,
  ) {}

  /**
   * Returns the request without references: fills in omitted fields from saved addresses and products, then validates it.
   * @throws ApiError insufficient_scope, unknown_reference, and the errors of the validation
   */
  async resolve(caller: Caller, body: CreateQuotesDto): Promise<CreateQuotesDto> {
    await this.customers.validateReference(caller, body.customer_id);
    const { origin, destination } = body;
    const ids = body.items.map(({ product_id: id }) => id);
    const places = [origin, destination].some(({ address_id: id }) => id !== undefined);
    if (!places && ids.every((id) => id === undefined)) return body;
    // The items are converted already, and products have pounds and inches.
    const { weight_unit: _weightUnit, dimension_unit: _dimensionUnit, ...request } = body;
    const filled: CreateQuotesDto = {
      ...request,
      items: await this.resolveItems(caller, body),
      accessorials: { ...body.accessorials },
      limited_access: { ...body.limited_access },
    };
    for (const name of ['origin', 'destination'] as const)
      filled[name] = await this.resolvePlace(caller, name, filled);
    const resolved = (await dtoPipe.transform(omitUndefined(filled), {
      type: 'body',
      metatype: CreateQuotesDto,
    })) as CreateQuotesDto;
    resolved.items.forEach((item, index) => (item.product_id = ids[index]));
    return resolved;
  }

  async findMarkup(tenant: Tenant, { customer_id: id }: CreateQuotesDto): Promise<Markup | null> {
    if (id == null) return null;
    return (await this.customers.find(tenant, id))?.markup ?? null;
  }

  private async resolveItems(
    caller: Caller,
    { items, ship_date: shipDate }: CreateQuotesDto,
  ): Promise<QuoteItemDto[]> {
    const ids = items.flatMap(({ product_id: id }) => id ?? []);
    const named = items.findIndex(({ product_id: id }) => id !== undefined);
    if (named >= 0) requireScope(caller, 'products.read', `items[${named}].product_id`);
    const products = await this.products.mapByIds(caller, ids);
    const day = shipDate ?? new Date().toISOString().slice(0, 10);
    return items.map(({ product_id: id, ...line }, index) => {
      if (id === undefined) return line;
      const product = products.get(id);
      const param = `items[${index}].product_id`;
      if (!product)
        throw invalidParam(param, `${param} must be the id of a saved product.`, 'unknown_reference');
      return fillItemFromProduct(line, product, day);
    });
  }

  /** Fills in a side from its address and adds the address's services to the request. */
  private async resolvePlace(
    caller: Caller,
    name: keyof typeof SIDES,
    request: CreateQuotesDto,
  ): Promise<QuotePlaceDto> {
    const { address_id: id, ...place } = request[name];
    if (id === undefined) return place;
    const param = `${name}.address_id`;
    requireScope(caller, 'addresses.read', param);
    const address = await this.addresses.getReferenced(caller, id, param);
    applyAddressAccessorials(request, SIDES[name], address);
    const { city, state, zip, country, company, contact } = address;
    return { city, state, zip, country, company, contact, ...omitUndefined(place) };
  }
}

/** Adds the services of an address, except those that the request sets itself. */
function applyAddressAccessorials(
  { accessorials = {}, limited_access: limited = {} }: CreateQuotesDto,
  side: StopType,
  address: Address,
): void {
  for (const name of listStopAccessorials(side, address)) accessorials[name] ??= true;
  if (address.limitedAccess !== null && accessorials[`limited_access_${side}`])
    limited[side] ??= address.limitedAccess;
}

/** Removes undefined fields: a DTO has every declared field. */
function omitUndefined<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Fills in omitted fields of a line from its product, whose values are per handling unit. */
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
    // A sub number belongs to its item number, so both come from the same source.
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

/** Returns the product's class, or the line's class by density if the product says so. */
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
