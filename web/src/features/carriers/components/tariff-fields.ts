import type { Schemas } from '@lading/sdk';
import { CURRENCIES, FREIGHT_CLASSES, toChoices } from '../../../ui/choices';
import type { FormField } from '../../../ui/form-values';

const PICKUP_CHANGES = toChoices<Schemas['Tariff']['on_pickup_change']>(
  ['warn', 'rerate', 'refuse'],
  (action) =>
    ({
      warn: 'Keep the price and warn',
      rerate: 'Rate again for the new day',
      refuse: 'Refuse the change',
    })[action],
);

const FIELDS: FormField[] = [
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
  {
    name: 'on_pickup_change',
    label: 'If the pickup moves to a day with a different price',
    kind: 'choice',
    choices: PICKUP_CHANGES,
    hint: 'Defaults to a warning',
    width: 6,
  },
  {
    name: 'holidays',
    label: 'Holidays',
    kind: 'list',
    hint: 'Dates such as 2026-11-26, separated by commas. Leave empty for the holidays of LTL carriers.',
    width: 6,
  },
  { name: 'no_holidays', label: 'The carrier has no holidays', kind: 'check', width: 6 },
  {
    name: 'accessorials',
    label: 'Accessorials',
    kind: 'rows',
    rowName: 'accessorial',
    hint: 'A flat amount plus an amount per cwt. The tariff declines services without a price.',
    rowFields: [
      { name: 'code', label: 'eBOL code', hint: 'Such as LFTD', required: true, width: 2 },
      { name: 'flat_cents', label: 'Flat', kind: 'money', width: 2 },
      { name: 'per_cwt_cents', label: 'Per cwt', kind: 'money', width: 2 },
      { name: 'minimum_cents', label: 'Minimum', kind: 'money' },
      { name: 'maximum_cents', label: 'Maximum', kind: 'money' },
    ],
    width: 6,
  },
  {
    name: 'fak',
    label: 'Freight all kinds (FAK)',
    kind: 'rows',
    rowName: 'class',
    rowFields: [
      { name: 'actual', label: 'Actual class', kind: 'choice', choices: FREIGHT_CLASSES, required: true },
      { name: 'billed', label: 'Billed class', kind: 'choice', choices: FREIGHT_CLASSES, required: true },
    ],
    width: 6,
  },
  {
    name: 'overlength',
    label: 'Overlength fees',
    kind: 'rows',
    rowName: 'fee',
    hint: 'Lading charges one fee per shipment: the one with the highest length that the longest unit exceeds.',
    rowFields: [
      { name: 'over_inches', label: 'Longer than (in)', kind: 'number', required: true },
      { name: 'flat_cents', label: 'Fee', kind: 'money', required: true },
    ],
    width: 6,
  },
  {
    name: 'fuel_table',
    label: 'Fuel surcharge by pickup day',
    kind: 'rows',
    rowName: 'step',
    hint: 'Each step applies until the next one starts. Leave the fixed fuel surcharge empty.',
    rowFields: [
      { name: 'from', label: 'From', kind: 'date', required: true },
      { name: 'percent', label: 'Percent of linehaul', kind: 'number', required: true },
    ],
    width: 6,
  },
  {
    name: 'transit',
    label: 'Transit by lane',
    kind: 'rows',
    rowName: 'lane',
    hint: 'A place is a three-digit ZIP prefix, a state, or US.',
    rowFields: [
      { name: 'origin', label: 'Origin', required: true, width: 2 },
      { name: 'destination', label: 'Destination', required: true, width: 2 },
      { name: 'days', label: 'Business days', kind: 'number', required: true, width: 2 },
    ],
    width: 6,
  },
];

/** A form with more rows is slow. Change a longer table through the API. */
const MAX_ROWS = 100;

type Price = Schemas['Tariff']['accessorials'][string];

/** The values of a tariff as the form edits them: maps are rows. */
interface TariffForm {
  no_holidays?: boolean;
  holidays?: string[] | null;
  accessorials?: ({ code?: string } & Price)[];
  fak?: { actual?: string; billed?: string }[];
}

/** Returns the fields of the form, without the tables of the tariff that are too long for it. */
export function listTariffFields(tariff?: Schemas['Tariff']): { fields: FormField[]; omitted: FormField[] } {
  const isTooLong = ({ name }: FormField) => {
    const table = tariff?.[name as keyof Schemas['Tariff']];
    return Array.isArray(table) && table.length > MAX_ROWS;
  };
  return { fields: FIELDS.filter((field) => !isTooLong(field)), omitted: FIELDS.filter(isTooLong) };
}

export function toTariffForm(tariff: Schemas['Tariff']): object {
  return {
    ...tariff,
    no_holidays: tariff.holidays?.length === 0,
    accessorials: Object.entries(tariff.accessorials).map(([code, price]) => ({ code, ...price })),
    fak: Object.entries(tariff.fak).map(([actual, billed]) => ({ actual, billed })),
  };
}

/** Turns the rows of the form into the maps of the API. An empty list of holidays means none, null the default. */
export function toTariffBody<B>({ no_holidays: hasNoHolidays, accessorials, fak, ...body }: TariffForm): B {
  return {
    ...body,
    ...(hasNoHolidays ? { holidays: [] } : { holidays: body.holidays ?? null }),
    ...(accessorials && {
      accessorials: Object.fromEntries(accessorials.map(({ code = '', ...price }) => [code, price])),
    }),
    ...(fak && { fak: Object.fromEntries(fak.map(({ actual = '', billed }) => [actual, billed])) }),
  } as B;
}
