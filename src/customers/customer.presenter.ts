import type { Customer } from './customer.entity.js';
import type { CustomerDto } from './customers.dto.js';

/** A customer as the API shows it. */
export function presentCustomer(customer: Customer): CustomerDto {
  return {
    object: 'customer',
    id: customer.id,
    name: customer.name,
    company: customer.company,
    email: customer.email,
    phone: customer.phone,
    external_ref: customer.externalRef,
    metadata: customer.metadata,
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
  };
}
