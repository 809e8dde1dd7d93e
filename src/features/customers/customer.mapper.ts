import { canSeeCosts, type ScopedKey } from '../../platform/auth/scopes.js';
import { toColumns, toDto } from '../../platform/http/contract/case-mapper.js';
import { conflictingParam } from '../../platform/http/errors/api-error.js';
import type { NewRow, PlainChanges } from '../../platform/tenancy/owned.repository.js';
import { DEFAULT_COUNTRY, findRegionFault } from '../../domain/countries.js';
import type { Customer, Markup } from './customer.entity.js';
import {
  CustomerDto,
  type CreateCustomerDto,
  type SetMarkupDto,
  type UpdateCustomerDto,
} from './customers.dto.js';
import { mergeMetadata } from './metadata.js';

/** Returns the customer without the markup, which events and keys without the scope `costs.read` never contain. */
export function toCustomerDto(customer: Customer): CustomerDto {
  return toDto(CustomerDto, customer, { object: 'customer', markup: undefined });
}

/** Returns the customer with its markup if it has one and the key has the scope `costs.read`. */
export function toScopedCustomerDto(key: ScopedKey, customer: Customer): CustomerDto {
  const dto = toCustomerDto(customer);
  const { markup } = customer;
  return markup !== null && canSeeCosts(key) ? { ...dto, markup } : dto;
}

/** @throws ApiError conflicting_values */
export function toCustomerRow(body: CreateCustomerDto): NewRow<Customer> {
  assertPlaceAgrees(body);
  return {
    ...toCustomerColumns(body),
    metadata: body.metadata ?? {},
    markup: mergeMarkup(null, body.markup),
  };
}

/** Returns the columns that the body changes. @throws ApiError conflicting_values */
export function toCustomerChanges(body: UpdateCustomerDto, stored: Customer): PlainChanges<Customer> {
  assertPlaceAgrees(body, stored);
  return {
    ...toCustomerColumns(body),
    metadata: body.metadata === undefined ? stored.metadata : mergeMetadata(stored.metadata, body.metadata),
    markup: mergeMarkup(stored.markup, body.markup),
  };
}

/** Checks a country, a state and a ZIP code that arrive in separate requests. @throws ApiError conflicting_values */
function assertPlaceAgrees(body: CreateCustomerDto | UpdateCustomerDto, stored?: Customer): void {
  if (body.state === undefined && body.zip === undefined && body.country === undefined) return;
  const { state = stored?.state, zip = stored?.zip, country = stored?.country } = body;
  const fault = findRegionFault({ ...(state && { state }), ...(zip && { zip }), country: country ?? null });
  if (fault) throw conflictingParam(fault.field, `${fault.field} must be ${fault.rule}.`);
}

function toCustomerColumns<Body extends UpdateCustomerDto>(body: Body) {
  const { country, ...fields } = body;
  return { ...toColumns(fields), ...(country !== undefined && { country: country ?? DEFAULT_COUNTRY }) };
}

function mergeMarkup(stored: Markup | null, change: SetMarkupDto | null | undefined): Markup | null {
  if (change === undefined) return stored;
  if (change === null) return null;
  const { percent = 0, flat_cents = 0, minimum_cents = 0 } = stored ?? {};
  return {
    percent: change.percent ?? percent,
    flat_cents: change.flat_cents ?? flat_cents,
    minimum_cents: change.minimum_cents ?? minimum_cents,
  };
}
