import type { FormField } from '../../../ui/form-values';

export const TARIFF_FIELDS: FormField[] = [
  { name: 'name', label: 'Name', required: true },
  { name: 'scac', label: 'Carrier (SCAC)', required: true },
  { name: 'carrier_name', label: 'Carrier name' },
  { name: 'tender_email', label: 'Tender email', kind: 'email' },
  { name: 'effective_from', label: 'Effective from', kind: 'date' },
  { name: 'effective_to', label: 'Effective to', kind: 'date' },
  { name: 'discount_percent', label: 'Discount (%)', kind: 'number', width: 2 },
  { name: 'minimum_cents', label: 'Minimum charge', kind: 'money', width: 2 },
  { name: 'fuel_percent', label: 'Fuel surcharge (%)', kind: 'number', width: 2 },
  { name: 'transit_days', label: 'Transit (business days)', kind: 'number', width: 2 },
];
