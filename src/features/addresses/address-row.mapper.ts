import { conflictingParam } from '../../platform/http/errors/api-error.js';
import type { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import { isZipInState } from '../../domain/zip-codes.js';
import type { Address } from './address.entity.js';
import type { CreateAddressDto, UpdateAddressDto } from './addresses.dto.js';
import { resolveAlias } from './aliases.js';
import { PLACE_ACCESSORIAL_NAMES, type PlaceAccessorial } from './place-accessorials.js';
import type { PlaceAccessorialsDto } from './place.dto.js';

export type AddressColumns = Omit<Address, keyof OwnedEntity | 'updatedAt'>;
type AddressChanges = { [K in keyof AddressColumns]?: AddressColumns[K] | undefined };

/** The columns of a new address; what the body leaves out is the column's default. @throws ApiError */
export function toAddressRow(body: CreateAddressDto): AddressColumns {
  const columns = toColumns(body);
  assertLimitedAccessAllowed(columns);
  return { ...columns, accessorials: columns.accessorials ?? [] } as AddressColumns;
}

/** The columns that a change names; null clears. @throws ApiError where what it leaves would not fit together */
export function toAddressChanges(body: UpdateAddressDto, stored: Address): AddressChanges {
  const change = toColumns(body, stored);
  assertZipMatchesState(stored, change);
  // Who makes it another kind of place need not take the reason back.
  const { locationType = stored.locationType } = change;
  if (change.limitedAccess === stored.limitedAccess || change.limitedAccess === undefined) {
    return locationType === 'limited_access' ? change : { ...change, limitedAccess: null };
  }
  assertLimitedAccessAllowed({ locationType, limitedAccess: change.limitedAccess });
  return change;
}

function toColumns(body: CreateAddressDto | UpdateAddressDto, stored?: Address): AddressChanges {
  return {
    customerId: body.customer_id,
    name: body.name,
    company: body.company,
    contact: resolveAlias(body, 'contact', 'contact_name', stored?.contact),
    address: resolveAlias(body, 'address', 'street', stored?.address),
    city: body.city,
    state: body.state,
    zip: body.zip,
    phone: body.phone,
    email: body.email,
    locationType: body.location_type,
    limitedAccess: body.limited_access,
    hours: body.hours,
    accessorials:
      body.accessorials === undefined
        ? undefined
        : resolveAccessorials(body.accessorials, stored?.accessorials),
    instructions: body.instructions,
    externalRef: body.external_ref,
  };
}

/** The services a place calls for: true adds one, false takes it back, null all of them. */
function resolveAccessorials(
  flags: PlaceAccessorialsDto | null,
  stored: PlaceAccessorial[] = [],
): PlaceAccessorial[] {
  if (flags === null) return [];
  return PLACE_ACCESSORIAL_NAMES.filter((name) => flags[name] ?? stored.includes(name));
}

/** A ZIP and a state that are sent one by one must still fit together. */
function assertZipMatchesState(stored: Address, change: AddressChanges): void {
  const { state = stored.state, zip = stored.zip } = change;
  if ((change.state === undefined && change.zip === undefined) || isZipInState(zip, state)) return;
  const param = change.zip === undefined ? 'state' : 'zip';
  throw conflictingParam(param, `${param} must fit the other: ${zip} is not a ZIP code of ${state}.`);
}

function assertLimitedAccessAllowed({ locationType, limitedAccess }: AddressChanges): void {
  if (locationType === 'limited_access' || limitedAccess == null) return;
  throw conflictingParam('limited_access', 'limited_access goes with the location_type limited_access only.');
}
