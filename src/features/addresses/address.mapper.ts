import type { Address } from './address.entity.js';
import type { AddressDto } from './addresses.dto.js';

/** An address as the API shows it. */
export function toAddressDto(address: Address): AddressDto {
  return {
    object: 'address',
    id: address.id,
    customer_id: address.customerId,
    name: address.name,
    company: address.company,
    contact: address.contact,
    contact_name: address.contact,
    address: address.address,
    city: address.city,
    state: address.state,
    zip: address.zip,
    phone: address.phone,
    email: address.email,
    location_type: address.locationType,
    limited_access: address.limitedAccess,
    hours: address.hours,
    accessorials: Object.fromEntries(address.accessorials.map((name) => [name, true])),
    instructions: address.instructions,
    external_ref: address.externalRef,
    created_at: address.createdAt.toISOString(),
    updated_at: address.updatedAt.toISOString(),
  };
}
