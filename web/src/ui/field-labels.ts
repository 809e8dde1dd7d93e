import { formatMoney, humanize } from './format';
import type { FormField } from './form-values';

/** Labels of API fields that the dashboard names differently. */
const LABELS: Record<string, string> = {
  address: 'street',
  bill_to: 'bill to',
  customer_id: 'customer',
  external_ref: 'your reference',
  freight_class: 'class',
  handling_unit_type: 'packaging',
  notify: 'recipient',
  product_id: 'product',
  quantity: 'qty',
  ship_date: 'pickup date',
  zip: 'ZIP',
};

/**
 * Returns the label of a field path: `items[0].freight_class` becomes `Item 1 class`.
 * @param fields the fields of a form, whose labels win
 */
export function formatParam(param: string, fields: readonly FormField[] = []): string {
  const path = toFormPath(param);
  const field = fields.find(({ name }) => name === path);
  if (field) return field.label.replace(/ \([^)]*\)$/, '');
  const words = param
    .replaceAll(/(\w+?)s?\[(\d+)\]/g, (_match, name: string, index) => `${name}.${Number(index) + 1}`)
    .split('.')
    .map((name) => LABELS[name] ?? humanizeLower(name.replace(/_cents$/, '')));
  return capitalize(words.join(' '));
}

/** Replaces the field path in an error or warning with its label, and cents with dollars. */
export function formatFault(
  { param, message }: { param?: string | null; message: string },
  fields?: readonly FormField[],
): string {
  if (!param) return message;
  const label = formatParam(param, fields);
  const isMoney = param.endsWith('_cents');
  if (isMoney && / must be (a|an) (whole )?(number|integer)/.test(message))
    return `${label} must be an amount in dollars, such as 1,234.56.`;
  const text = message.startsWith(`${param} `) ? label + message.slice(param.length) : message;
  const named = /[._[]/.test(param) ? text.replaceAll(param, label) : text;
  const counted = named.replaceAll(/\bitems\[(\d+)\]/g, (_match, index) => `item ${Number(index) + 1}`);
  return isMoney ? counted.replaceAll(/\b\d+\b/g, (cents) => formatMoney(Number(cents))) : counted;
}

/** Turns `items[0].weight` into the form path `items.0.weight`. */
export function toFormPath(param: string): string {
  return param.replaceAll(/\[(\d+)\]/g, '.$1');
}

function humanizeLower(code: string): string {
  const text = humanize(code);
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
