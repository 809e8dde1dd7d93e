import type { Accessorial } from '../../../../domain/accessorials.js';
import { UNIT_TYPES, type UnitType } from '../../../../domain/unit-types.js';
import { CarrierDeclined, requireCodes } from '../../carrier-adapter.js';
import type { RateItem } from '../../carrier-requests.js';
import { ceilPounds } from '../adapter-helpers.js';
import type { XpoSettings } from './xpo.settings.js';

/** @throws CarrierDeclined for a service without a code */
export function toAccessorialCodes(
  accessorials: readonly Accessorial[],
  { appointment_code: appointment = 'TDC' }: XpoSettings,
): string[] {
  return requireCodes(accessorials, {
    origin_liftgate: 'OLG',
    destination_liftgate: 'DLG',
    inside_pickup: 'OIP',
    inside_delivery: 'DID',
    residential_pickup: 'RSO',
    residential_delivery: 'RSD',
    delivery_appointment: appointment,
    notify_before_delivery: 'DNC',
    hazmat: 'ZHM',
  });
}

const PACKAGE_CODES: Partial<Record<UnitType, string>> = {
  pallet: 'PLT',
  skid: 'SKD',
  box: 'BOX',
  crate: 'CRT',
  bundle: 'BDL',
  piece: 'PCS',
};

/** @throws CarrierDeclined for a unit without a known code */
export function toPackageCode(type: UnitType): string {
  const code = PACKAGE_CODES[type];
  if (code) return code;
  throw new CarrierDeclined(
    `The carrier has no known code for the handling unit: ${UNIT_TYPES[type].label}.`,
  );
}

export function buildGrossWeight({ weight }: RateItem): object {
  return { weight: ceilPounds(weight), weightUom: 'LBS' };
}

export function buildNmfc({ nmfc_item_number: item, nmfc_sub_code: sub }: RateItem): object {
  return { ...(item && { nmfcItemCd: item }), ...(item && sub && { sub }) };
}
