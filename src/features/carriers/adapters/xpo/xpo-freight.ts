import { requireUnitCode, ceilPounds } from '../adapter-helpers.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import type { UnitType } from '../../../../domain/unit-types.js';
import { requireCodes } from '../../carrier-adapter.js';
import type { RateItem } from '../../carrier-requests.js';
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
  return requireUnitCode(PACKAGE_CODES, type);
}

export function buildGrossWeight({ weight }: RateItem): object {
  return { weight: ceilPounds(weight), weightUom: 'LBS' };
}

export function buildNmfc({ nmfc_item_number: item, nmfc_sub_code: sub }: RateItem): object {
  return { ...(item && { nmfcItemCd: item }), ...(item && sub && { sub }) };
}
