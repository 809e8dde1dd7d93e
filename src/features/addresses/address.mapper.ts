import {
  COUNTRY_FACTS,
  DEFAULT_COUNTRY,
  findRegionFault,
  getCountry,
  type Country,
} from '../../domain/countries.js';
import { toColumns, toDto } from '../../platform/http/contract/case-mapper.js';
import { conflictingParam } from '../../platform/http/errors/api-error.js';
import type { PlainChanges } from '../../platform/tenancy/owned.repository.js';
import type { Address } from './address.entity.js';
import { AddressDto, type CreateAddressDto, type UpdateAddressDto } from './addresses.dto.js';
import { PLACE_ACCESSORIAL_NAMES, type PlaceAccessorial } from './place-accessorials.js';
import type { PlaceAccessorialsDto } from './place.dto.js';

export function toAddressDto(address: Address): AddressDto {
  return toDto(AddressDto, address, {
    object: 'address',
    contact_name: address.contact,
    accessorials: Object.fromEntries(address.accessorials.map((name) => [name, true])),
  });
}

/** @throws ApiError conflicting_values */
export function toAddressRow(body: CreateAddressDto): PlainChanges<Address> {
  const columns = toAddressColumns(body);
  assertLimitedAccessAllowed(columns);
  return { ...columns, country: getCountry(body), accessorials: columns.accessorials ?? [] };
}

/** Returns the columns that the body changes. @throws ApiError conflicting_values */
export function toAddressChanges(body: UpdateAddressDto, stored: Address): PlainChanges<Address> {
  const change = toAddressColumns(body, stored);
  assertPlaceAgrees(stored, change);
  const { locationType = stored.locationType, limitedAccess } = change;
  // A client that changes the kind of place does not have to clear the stored reason for limited access.
  if (limitedAccess === stored.limitedAccess || limitedAccess === undefined)
    return locationType === 'limited_access' ? change : { ...change, limitedAccess: null };
  assertLimitedAccessAllowed({ locationType, limitedAccess });
  return change;
}

function toAddressColumns(body: CreateAddressDto | UpdateAddressDto, stored?: Address) {
  const { contact_name: _contact, street: _street, accessorials, country, ...fields } = body;
  return {
    ...toColumns(fields),
    country: country === null ? DEFAULT_COUNTRY : country,
    contact: resolveAlias(body, 'contact', 'contact_name', stored?.contact),
    address: resolveAlias(body, 'address', 'street', stored?.address),
    accessorials:
      accessorials === undefined ? undefined : mergeAccessorials(accessorials, stored?.accessorials),
  };
}

/**
 * Returns the value of a field with two names; undefined if the body has neither. If the two values differ, the one that
 * differs from `stored` wins, because a client may send back both names after editing one.
 * @throws ApiError conflicting_values on the alias if both values differ from `stored`
 */
export function resolveAlias<Body extends object, Name extends keyof Body & string>(
  body: Body,
  name: Name,
  alias: Name,
  stored?: Body[Name],
): Body[Name] {
  if (body[name] !== undefined && body[alias] !== undefined && body[name] !== body[alias]) {
    if (stored !== undefined && body[name] === stored) return body[alias];
    if (stored !== undefined && body[alias] === stored) return body[name];
    throw conflictingParam(
      alias,
      `${alias} is an alias of ${name}, and their values differ. Send only one of them.`,
    );
  }
  return body[name] === undefined ? body[alias] : body[name];
}

/** Returns the accessorials after a change: true adds one, false removes it, null removes all. */
function mergeAccessorials(
  flags: PlaceAccessorialsDto | null,
  stored: PlaceAccessorial[] = [],
): PlaceAccessorial[] {
  if (flags === null) return [];
  return PLACE_ACCESSORIAL_NAMES.filter((name) => flags[name] ?? stored.includes(name));
}

/** Checks a country, a state and a ZIP code that arrive in separate requests. @throws ApiError conflicting_values */
function assertPlaceAgrees(
  stored: Address,
  change: Partial<Record<'state' | 'zip', string | undefined>> & { country?: Country | undefined },
): void {
  if (change.state === undefined && change.zip === undefined && change.country === undefined) return;
  const { state = stored.state, zip = stored.zip, country = stored.country } = change;
  const fault = findRegionFault({ state, zip, country });
  if (!fault) return;
  const changed = ([fault.field, 'state', 'zip', 'country'] as const).find(
    (name) => change[name] !== undefined,
  )!;
  const message =
    fault.rule === COUNTRY_FACTS[country].containsLabel
      ? `ZIP code ${zip} is not in ${state}. Send a zip and a state that match.`
      : `${fault.field} must be ${fault.rule}.`;
  throw conflictingParam(changed, message);
}

function assertLimitedAccessAllowed({ locationType, limitedAccess }: Partial<Address>): void {
  if (locationType === 'limited_access' || limitedAccess == null) return;
  throw conflictingParam(
    'limited_access',
    'limited_access requires location_type "limited_access". Send both, or omit limited_access.',
  );
}
