import type { Schemas } from '@lading/sdk';
import { INCOTERMS } from '../../../ui/choices';
import type { FormField } from '../../../ui/form-values';

export const CUSTOMS_FIELDS: FormField[] = [
  { name: 'customs.broker.company', label: 'Customs broker' },
  { name: 'customs.broker.phone', label: 'Broker phone' },
  { name: 'customs.importer.company', label: 'Importer of record', hint: 'Defaults to the consignee' },
  { name: 'customs.importer.address', label: 'Importer address' },
  { name: 'customs.incoterm', label: 'Incoterms', kind: 'choice', choices: INCOTERMS, width: 2 },
  { name: 'customs.pars_number', label: 'PARS number', width: 2 },
  { name: 'customs.paps_number', label: 'PAPS number', width: 2 },
];

/** Returns the fields of one line of the commercial invoice. */
export function buildGoodsFields(index: number): FormField[] {
  const path = `customs.items.${index}`;
  return [
    { name: `${path}.description`, label: 'Description of goods', width: 2 },
    { name: `${path}.hs_code`, label: 'HS code', width: 1 },
    {
      name: `${path}.country_of_origin`,
      label: 'Country of origin',
      hint: 'Two-letter code, such as US',
      width: 1,
    },
    { name: `${path}.quantity`, label: 'Quantity', kind: 'number', width: 1 },
    { name: `${path}.unit_value_cents`, label: 'Unit value (USD)', kind: 'money', width: 1 },
  ];
}

/** Returns true if the shipment leaves a country, or has customs data already. */
export function needsCustoms({ origin, destination, customs }: Schemas['Freight']): boolean {
  return origin.country !== destination.country || customs !== null;
}

type Group = Record<string, unknown>;

const isBlank = (group: Group): boolean => Object.values(group).every((value) => value === null);

/**
 * Turns the customs part of a request body into that of the API: lines of goods become a list without blank lines, and a
 * cleared broker or importer becomes null.
 */
export function toCustomsBody(body: unknown): unknown {
  if (body === undefined || body === null) return body;
  const { items, ...groups } = body as { items?: Record<string, Group | null> | null } & Group;
  const cleared = Object.fromEntries(
    Object.entries(groups).map(([name, group]) => [name, isGroup(group) && isBlank(group) ? null : group]),
  );
  if (items === undefined) return cleared;
  return { ...cleared, items: Object.values(items ?? {}).filter((item) => item && !isBlank(item)) };
}

function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null;
}
