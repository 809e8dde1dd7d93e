import type { Accessorial } from '../../../../domain/accessorials.js';
import { UNIT_TYPES, type UnitType } from '../../../../domain/unit-types.js';
import { requireCodes } from '../../carrier-adapter.js';
import type { PaymentTerms, Place, RateItem } from '../../carrier-requests.js';
import { ceilPounds, toZip5 } from '../adapter-helpers.js';

// What rates and bookings say alike.

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
/** Said by `dangerousGoods` of the line itself. */
const LINE_LEVEL_SERVICES: Partial<Record<Accessorial, string>> = { hazmat: '' };

/** TForce's code of each service, for the lines of a price. */
export const SERVICE_CODES = { ...PICKUP_SERVICES, ...DELIVERY_SERVICES };

/** @throws CarrierDeclined that names a service TForce has no code for */
export function buildServiceOptions(accessorials: readonly Accessorial[]): {
  pickup: string[];
  delivery: string[];
} {
  requireCodes(accessorials, { ...SERVICE_CODES, ...LINE_LEVEL_SERVICES });
  const codes = (of: typeof PICKUP_SERVICES) => accessorials.flatMap((name) => of[name] ?? []);
  return { pickup: codes(PICKUP_SERVICES), delivery: codes(DELIVERY_SERVICES) };
}

/** TForce's own word for a pallet is known, of the others those of the eBOL are used. */
export function toPackagingType(type: UnitType): string {
  return type === 'pallet' ? 'PLT' : UNIT_TYPES[type].code;
}

/** @param dangerous whether any line is: a line of a quote doesn't always say which */
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

/** Whether dangerous goods were asked for without saying which line they are on. */
export function hasUnassignedHazmat(
  items: readonly RateItem[],
  accessorials: readonly Accessorial[],
): boolean {
  return accessorials.includes('hazmat') && !items.some(({ hazmat }) => hazmat !== undefined);
}

export function buildAddress({ city, state, zip }: Place): object {
  return { city, stateProvinceCode: state, postalCode: toZip5(zip), country: 'US' };
}
