import type { Accessorial } from '../../../../domain/accessorials.js';
import { UNIT_TYPES, type UnitType } from '../../../../domain/unit-types.js';
import { requireCodes } from '../../carrier-adapter.js';
import type { PaymentTerms, Place, RateItem } from '../../carrier-requests.js';
import { ceilPounds, toZip5 } from '../adapter-helpers.js';

export const BILLING_CODES: Record<PaymentTerms, string> = {
  prepaid: '10',
  third_party: '30',
  collect: '40',
};

const PICKUP_SERVICES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'LIFO',
  inside_pickup: 'INPU',
  residential_pickup: 'RESP',
  limited_access_pickup: 'LAPU',
};
const DELIVERY_SERVICES: Partial<Record<Accessorial, string>> = {
  destination_liftgate: 'LIFD',
  inside_delivery: 'INDE',
  residential_delivery: 'RESD',
  limited_access_delivery: 'LADL',
  notify_before_delivery: 'NTFN',
};
/** `dangerousGoods` of each line states these. */
const LINE_LEVEL_SERVICES: Partial<Record<Accessorial, string>> = { hazmat: '' };

export const SERVICE_CODES = { ...PICKUP_SERVICES, ...DELIVERY_SERVICES };

/** @throws CarrierDeclined for a service without a code */
export function buildServiceOptions(accessorials: readonly Accessorial[]): {
  pickup: string[];
  delivery: string[];
} {
  requireCodes(accessorials, { ...SERVICE_CODES, ...LINE_LEVEL_SERVICES });
  const toCodes = (services: typeof PICKUP_SERVICES) => accessorials.flatMap((name) => services[name] ?? []);
  return { pickup: toCodes(PICKUP_SERVICES), delivery: toCodes(DELIVERY_SERVICES) };
}

/** TForce's own code is known for pallets only; other units use the eBOL code. */
export function toPackagingType(type: UnitType): string {
  return type === 'pallet' ? 'PLT' : UNIT_TYPES[type].code;
}

/** @param dangerous true if the shipment is dangerous and no line says which */
export function buildCommodity(item: RateItem, description: string, dangerous: boolean): object {
  const { quantity, handling_unit_type: type, weight, length, width, height, nmfc_item_number: prime } = item;
  return {
    description,
    class: item.freight_class,
    ...(prime && {
      nmfc: { prime, ...(item.nmfc_sub_code && { sub: item.nmfc_sub_code.padStart(2, '0') }) },
    }),
    pieces: quantity,
    weight: { weight: ceilPounds(weight), weightUnit: 'LBS' },
    packagingType: toPackagingType(type),
    dangerousGoods: item.hazmat !== undefined || dangerous,
    dimensions: { length, width, height, unit: 'IN' },
  };
}

export function buildAddress({ city, state, zip }: Place): object {
  return { city, stateProvinceCode: state, postalCode: toZip5(zip), country: 'US' };
}
