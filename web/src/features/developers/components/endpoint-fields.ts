import { EVENT_CHOICES } from '../../../ui/choices';
import type { FormField } from '../../../ui/form-values';

export const ENDPOINT_FIELDS: FormField[] = [
  { name: 'events', label: 'Events', kind: 'choices', choices: EVENT_CHOICES, width: 6 },
  { name: 'url', label: 'URL', hint: 'https://…', required: true, width: 6 },
  { name: 'description', label: 'Description', width: 6 },
];
