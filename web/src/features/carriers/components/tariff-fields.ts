import { CURRENCIES } from '../../../ui/choices';
import type { FormField } from '../../../ui/form-values';

export const TARIFF_FIELDS: FormField[] = [
  { name: 'name', label: 'Name', required: true },
  { name: 'scac', label: 'Carrier (SCAC)', required: true },
  { name: 'carrier_name', label: 'Carrier name' },
  { name: 'tender_email', label: 'Tender email', kind: 'email' },
  { name: 'effective_from', label: 'Effective from', kind: 'date' },
  { name: 'effective_to', label: 'Effective through', kind: 'date' },
  {
    name: 'currency',
    label: 'Currency',
    kind: 'choice',
    choices: CURRENCIES,
    hint: 'Defaults to US dollars',
  },
  { name: 'discount_percent', label: 'Discount (%)', kind: 'number', width: 2 },
  { name: 'minimum_cents', label: 'Minimum charge', kind: 'money', width: 2 },
  { name: 'fuel_percent', label: 'Fuel surcharge (%)', kind: 'number', width: 2 },
  { name: 'transit_days', label: 'Transit (business days)', kind: 'number', width: 2 },
  { name: 'liability.released_cents_per_lb', label: 'Released value per lb', kind: 'money' },
  { name: 'liability.excess_cents_per_100', label: 'Excess value charge per $100', kind: 'money' },
  { name: 'limits.max_weight', label: 'Maximum weight (lb)', kind: 'number', width: 2 },
  { name: 'limits.max_linear_feet', label: 'Maximum linear feet', kind: 'number', width: 2 },
  { name: 'limits.max_pallets', label: 'Maximum pallets', kind: 'number', width: 2 },
  {
    name: 'limits.cubic_capacity.over_cubic_feet',
    label: 'Cubic capacity rule: volume over (cu ft)',
    kind: 'number',
  },
  {
    name: 'limits.cubic_capacity.below_density',
    label: 'Cubic capacity rule: density below (lb/cu ft)',
    kind: 'number',
  },
];
