import { ACCESSORIALS } from '../../domain/accessorials.js';
import { formatHazardClasses, type Hazmat } from '../../domain/hazmat.js';
import { LIMITED_ACCESS } from '../../domain/limited-access.js';
import { UNIT_TYPES, type UnitType } from '../../domain/unit-types.js';
import type { SegmentValues } from '../../platform/x12/interchange-writer.js';
import type {
  BillingParty,
  Party,
  PaymentTerms,
  RateItem,
  TenderRequest,
} from '../carriers/carrier-requests.js';
import { toElement, wrap } from './tender-text.js';

// Segments that a load tender (204) and a bill of lading (211) share. Their structure follows version 004010.

/** B2A01: the tender is new, or withdraws or changes an earlier one. */
export const PURPOSE_CODES = { original: '00', cancel: '01', change: '04' } as const;
export type TenderPurpose = keyof typeof PURPOSE_CODES;

export const PAYMENT_CODES: Record<PaymentTerms, string> = {
  prepaid: 'PP',
  collect: 'CC',
  third_party: 'TP',
};

/** Qualifiers of references (element 128) by Lading's names. Other references are `ZZ`, mutually defined. */
const REFERENCE_QUALIFIERS: Record<string, string> = { PO: 'PO', BM: 'BM' };
const MAX_REFERENCES = 50;

export function buildReferences({ reference, references, orders }: TenderRequest): SegmentValues[] {
  const segments = new Map<string, SegmentValues>([['BM', ['L11', reference, 'BM']]]);
  const add = (value: string, qualifier: string, description: string | null) => {
    const id = toElement(value, 30);
    if (id !== null) segments.set(`${qualifier} ${id}`, ['L11', id, qualifier, description]);
  };
  for (const { name, value } of references) {
    const qualifier = REFERENCE_QUALIFIERS[name.toUpperCase()] ?? 'ZZ';
    add(value, qualifier, qualifier === 'ZZ' ? toElement(name, 80) : null);
  }
  for (const { number } of orders) add(number, 'PO', null);
  return [...segments.values()].slice(0, MAX_REFERENCES);
}

/** Returns the pickup window, in local time at the origin, or the day if the hours are unknown. */
export function buildPickupWindow({ pickupDate, pickup }: TenderRequest): SegmentValues[] {
  const date = pickupDate.replaceAll('-', '');
  if (pickup === null) return [['G62', '10', date]];
  const toTime = (clock: string) => clock.replace(':', '').slice(0, 4);
  return [
    ['G62', '37', date, 'I', toTime(pickup.readyTime), 'LT'],
    ['G62', '38', date, 'K', toTime(pickup.closeTime), 'LT'],
  ];
}

/** Returns the services and the declared value, one text for each. */
export function listServices({ accessorials, limitedAccess, declaredValueCents }: TenderRequest): string[] {
  const kinds: Partial<Record<string, string>> = {
    limited_access_pickup: limitedAccess.pickup && LIMITED_ACCESS[limitedAccess.pickup],
    limited_access_delivery: limitedAccess.delivery && LIMITED_ACCESS[limitedAccess.delivery],
  };
  const services = accessorials.map((name) => {
    const kind = kinds[name];
    return kind === undefined ? ACCESSORIALS[name].label : `${ACCESSORIALS[name].label}: ${kind}`;
  });
  const value =
    declaredValueCents === null ? [] : [`Declared value USD ${(declaredValueCents / 100).toFixed(2)}`];
  return [...services, ...value];
}

export function buildParty(code: string, party: Party, contact: SegmentValues | null): SegmentValues[] {
  return [
    ['N1', code, toElement(party.company, 60)],
    ...buildAddress(party),
    ...(contact === null ? [] : [contact]),
  ];
}

/** Returns no segments unless the payer has a name. */
export function buildPayer({ billTo }: TenderRequest): SegmentValues[] {
  const name = toElement(billTo?.company, 60);
  if (billTo === null || name === null) return [];
  const account = toElement(billTo.account, 80);
  const identified = account !== null && account.length > 1 ? ['ZZ', account] : [];
  return [['N1', 'BT', name, ...identified], ...buildAddress(billTo)];
}

/** @param role contact function: `IC` information, `HM` dangerous goods */
export function buildContact(
  role: string,
  name: string | null | undefined,
  phone: string | null | undefined,
  fallback: string,
): SegmentValues {
  const number = toElement(phone, 80);
  const person = toElement(name, 60) ?? toElement(fallback, 60) ?? '?';
  return number === null ? ['G61', role, person] : ['G61', role, person, 'TE', number];
}

/** Names the contact of the dangerous goods and describes them. */
export function buildHazmat(item: RateItem, tender: TenderRequest): SegmentValues[] {
  const { hazmat } = item;
  if (!hazmat) return [];
  const { emergencyContact, shipper } = tender;
  const contact = emergencyContact ?? { name: shipper.company, phone: shipper.phone, contractNumber: null };
  const contract = toElement(contact.contractNumber, 30);
  const { un_number: unNumber, packing_group: packingGroup } = hazmat;
  const weight = Math.ceil(hazmat.weight ?? item.weight);
  return [
    buildContact('HM', contact.name, contact.phone, shipper.company),
    ...(contract === null ? [] : [['L11', contract, 'ZZ', 'Emergency response contract'] as const]),
    ['LH1', 'PC', countPieces(item), unNumber, null, null, 'LB', weight, null, null, packingGroup],
    ...buildHazardClasses(hazmat),
    ...wrap(formatShippingName(hazmat), 25)
      .slice(0, 10)
      .map((name): SegmentValues => ['LH3', name, 'D']),
  ];
}

/** Describes a line: class and text, then the dimensions. */
export function describeLine(item: RateItem, description: string, width: number): string[] {
  const { freight_class: freightClass, length, width: breadth, height, stackable, quantity } = item;
  const dimensions = `${quantity} each ${length}x${breadth}x${height} in${stackable ? '' : ', do not stack'}`;
  return [
    ...wrap(`Class ${freightClass} ${item.description || description}`, width).slice(0, 3),
    ...wrap(dimensions, width),
  ];
}

/** Returns the NMFC item with its sub code: `156600-2`. Null if unknown. */
export function formatNmfc({ nmfc_item_number: item, nmfc_sub_code: sub }: RateItem): string | null {
  return item ? toElement(sub ? `${item}-${sub}` : item, 30) : null;
}

/** Packaging codes are those of the eBOL, except that X12 writes a pallet `PLT`. */
export function toPackagingCode(type: UnitType): string {
  return type === 'pallet' ? 'PLT' : UNIT_TYPES[type].code;
}

export function countPieces({ pieces, quantity }: RateItem): number {
  return pieces ?? quantity;
}

export function sumLines(items: readonly RateItem[]): { weight: number; pieces: number; units: number } {
  return {
    weight: items.reduce((sum, { weight }) => sum + Math.ceil(weight), 0),
    pieces: items.reduce((sum, item) => sum + countPieces(item), 0),
    units: items.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

export function listInstructions({ specialInstructions, pickup }: TenderRequest): string {
  return [specialInstructions, pickup?.instructions].filter(Boolean).join('. ');
}

function buildAddress(party: BillingParty | Party): SegmentValues[] {
  const [first, second] = wrap(party.address, 55);
  const city = toElement(party.city, 30);
  const zip = toElement(party.zip?.replace(/[ -]/g, ''), 15);
  return [
    ...(first === undefined ? [] : [['N3', first, second] as const]),
    ...(city === null && zip === null
      ? []
      : [['N4', city, toElement(party.state, 2), zip, party.country ?? 'US'] as const]),
  ];
}

function buildHazardClasses(hazmat: Hazmat): SegmentValues[] {
  const {
    hazard_class: main,
    subsidiary_hazard_classes: others = [],
    reportable_quantity: reportable,
  } = hazmat;
  return [
    ['LH2', main, 'P', null, null, reportable ? 'RQ' : null],
    ...others.slice(0, 3).map((other): SegmentValues => ['LH2', other, 'S']),
  ];
}

/** Writes the technical name in parentheses, as 49 CFR 172.203(k) does. */
function formatShippingName(hazmat: Hazmat): string {
  const { proper_shipping_name: name, technical_name: technical } = hazmat;
  return [
    technical ? `${name} (${technical})` : name,
    ...(hazmat.subsidiary_hazard_classes?.length ? [`class ${formatHazardClasses(hazmat)}`] : []),
    ...(hazmat.limited_quantity ? ['limited quantity'] : []),
    ...(hazmat.marine_pollutant ? ['marine pollutant'] : []),
  ].join(', ');
}
