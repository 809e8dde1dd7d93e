import { canSeeCosts, type ScopedKey } from '../../platform/auth/scopes.js';
import type { Customer } from './customer.entity.js';
import type { CustomerDto } from './customers.dto.js';

/** A customer as the API shows it to everybody, and as events have it: without the markup. */
export function toCustomerDto(customer: Customer): CustomerDto {
  return {
    object: 'customer',
    id: customer.id,
    name: customer.name,
    company: customer.company,
    email: customer.email,
    phone: customer.phone,
    address: customer.address,
    city: customer.city,
    state: customer.state,
    zip: customer.zip,
    external_ref: customer.externalRef,
    metadata: customer.metadata,
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
  };
}

/** A customer as a key may see it: with the markup, if there is one. */
export function toScopedCustomerDto(key: ScopedKey, customer: Customer): CustomerDto {
  const shown = toCustomerDto(customer);
  const { markup } = customer;
  return markup !== null && canSeeCosts(key) ? { ...shown, markup } : shown;
}
