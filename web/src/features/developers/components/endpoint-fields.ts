import { SUBSCRIPTION_CHOICES } from '../../../ui/choices';
import type { FormField } from '../../../ui/form-values';

/** New endpoints get the failure policy `outage`. */
export const NEW_ENDPOINT_FIELDS: FormField[] = [
  { name: 'events', label: 'Events', kind: 'choices', choices: SUBSCRIPTION_CHOICES, width: 6 },
  { name: 'url', label: 'URL', hint: 'https://…', required: true, width: 6 },
  { name: 'description', label: 'Description', width: 6 },
];

export const ENDPOINT_FIELDS: FormField[] = [
  ...NEW_ENDPOINT_FIELDS,
  {
    name: 'failure_policy',
    label: 'Disable the endpoint after',
    kind: 'choice',
    choices: [
      { value: 'outage', label: 'Ten failures (a burst of failures counts once)' },
      { value: 'consecutive', label: 'Ten consecutive failed attempts' },
    ],
    width: 6,
  },
];
