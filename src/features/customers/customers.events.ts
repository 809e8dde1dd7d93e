import { ApiSchema } from '@nestjs/swagger';
import { defineEvent } from '../events/define-event.js';
import { toCustomerDto } from './customer.mapper.js';
import { CustomerDto } from './customers.dto.js';

@ApiSchema({ description: 'The customer of the event, as it was at that time.' })
export class CustomerEventData {
  /** The customer. */
  customer: CustomerDto;
}

const eventOptions = {
  scope: 'customers.read',
  about: ({ customer }: CustomerEventData) => ({ customerId: customer.id }),
};

const NOW = new Date('2026-01-15T12:00:00.000Z');
const sample: CustomerEventData = {
  customer: toCustomerDto({
    id: 0,
    organizationId: 0,
    mode: 'test',
    createdAt: NOW,
    updatedAt: NOW,
    name: 'Sample Customer',
    company: null,
    email: null,
    phone: null,
    address: null,
    city: null,
    state: null,
    zip: null,
    country: 'US',
    externalRef: null,
    metadata: {},
    markup: null,
    invoiceForm: 'itemized',
  }),
};

export const customerCreated = defineEvent('customer.created', {
  meaning: 'A customer was created.',
  data: CustomerEventData,
  sample,
  ...eventOptions,
});

export const customerUpdated = defineEvent('customer.updated', {
  meaning: 'A customer changed.',
  data: CustomerEventData,
  sample,
  ...eventOptions,
});
