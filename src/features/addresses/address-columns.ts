import { conflictingParam } from '../../platform/http/errors/api-error.js';
import type { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import { zipMatchesState } from '../../domain/zip-codes.js';
import type { Address } from './address.entity.js';
import type { CreateAddressDto, UpdateAddressDto } from './addresses.dto.js';
import { eitherName } from './aliases.js';
import { PLACE_ACCESSORIAL_NAMES, type PlaceAccessorial } from './place-accessorials.js';
import type { PlaceAccessorialsDto } from './place.dto.js';

export type AddressColumns = Omit<Address, keyof OwnedEntity | 'updatedAt'>;
type Change = { [K in keyof AddressColumns]?: AddressColumns[K] | undefined };

/** The columns of a new address; what the body leaves out is the column's default. @throws ApiError */
export function newColumns(body: CreateAddressDto): AddressColumns {
  const columns = columnsOf(body);
  refuseUnlimited(columns);
  return { ...columns, accessorials: columns.accessorials ?? [] } as AddressColumns;
}

/** The columns that a change names; null clears. @throws ApiError where what it leaves would not fit together */
export function changedColumns(body: UpdateAddressDto, stored: Address): Change {
  const change = columnsOf(body, stored);
  refuseForeignZip(stored, change);
  // Who makes it another kind of place need not take the reason back.
  const { locationType = stored.locationType } = change;
  if (change.limitedAccess === stored.limitedAccess || change.limitedAccess === undefined) {
    return locationType === 'limited_access' ? change : { ...change, limitedAccess: null };
  }
  refuseUnlimited({ locationType, limitedAccess: change.limitedAccess });
  return change;
}

function columnsOf(body: CreateAddressDto | UpdateAddressDto, stored?: Address): Change {
  return {
    customerId: body.customer_id,
    name: body.name,
    company: body.company,
    contact: eitherName(body, 'contact', 'contact_name', stored?.contact),
    address: eitherName(body, 'address', 'street', stored?.address),
    city: body.city,
    state: body.state,
    zip: body.zip,
    phone: body.phone,
    email: body.email,
    locationType: body.location_type,
    limitedAccess: body.limited_access,
    hours: body.hours,
    accessorials:
      body.accessorials === undefined ? undefined : called(body.accessorials, stored?.accessorials),
    instructions: body.instructions,
    externalRef: body.external_ref,
  };
}

/** The services a place calls for: true adds one, false takes it back, null all of them. */
function called(flags: PlaceAccessorialsDto | null, stored: PlaceAccessorial[] = []): PlaceAccessorial[] {
  if (flags === null) return [];
  return PLACE_ACCESSORIAL_NAMES.filter((name) => flags[name] ?? stored.includes(name));
}

/** A ZIP and a state that are sent one by one must still fit together. */
function refuseForeignZip(stored: Address, change: Change): void {
  const { state = stored.state, zip = stored.zip } = change;
  if ((change.state === undefined && change.zip === undefined) || zipMatchesState(zip, state)) return;
  const param = change.zip === undefined ? 'state' : 'zip';
  throw conflictingParam(param, `${param} must fit the other: ${zip} is not a ZIP code of ${state}.`);
}

function refuseUnlimited({ locationType, limitedAccess }: Change): void {
  if (locationType === 'limited_access' || limitedAccess == null) return;
  throw conflictingParam('limited_access', 'limited_access goes with the location_type limited_access only.');
}
